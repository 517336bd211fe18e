/** What the page of a private show reads. */

/** The request of a conversation that concerns the viewer. */
export const requestOfConversation = (conversationId: string) => ({ query: { conversationId, limit: 1 } });
