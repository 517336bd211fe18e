/** API requests of the private show page, shared by server rendering and the screen. */

/** Reads the viewer's private show request in a conversation. */
export const requestOfConversation = (conversationId: string) => ({ query: { conversationId, limit: 1 } });
