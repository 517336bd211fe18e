/** The one question of a profile page, for the server part and the screen alike. */
export const profileRead = (profileId: string) => ({ params: { id: profileId } });
