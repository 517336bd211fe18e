/** What the screens of safety ask the host. */
export const decisionRead = (id: string) => ({ params: { id } });
