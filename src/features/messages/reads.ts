/** What the pages of messages ask the host, for the server part and the screens alike. */

export const conversationRead = (id: string) => ({ params: { id } });
