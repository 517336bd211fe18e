/** Requests of the messages pages, shared by server rendering and the screens. */

export const conversationRequest = (id: string) => ({ params: { id } });
