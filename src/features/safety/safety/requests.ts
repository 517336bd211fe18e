/** Requests of the safety screens. */
export const suspensionRequest = (token: string) => ({ body: { token } });
export const decisionRequest = (id: string) => ({ params: { id } });
