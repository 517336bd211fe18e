/** API requests of the messages pages, shared by server-side rendering and the screens. */

export const conversationRequest = (id: string) => ({ params: { id } });
