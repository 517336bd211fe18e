/** The request of a profile page, shared by server rendering and the screen. */
export const profileRequest = (profileId: string) => ({ params: { id: profileId } });
