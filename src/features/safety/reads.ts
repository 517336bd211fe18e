/** What the screens of safety ask the host. */
export const suspensionRead = (token: string) => ({ body: { token } });
export const decisionRead = (id: string) => ({ params: { id } });
