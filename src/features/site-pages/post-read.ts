/** The one question of a static page, for the server part and the screen alike. */
export const postRead = (slug: string) => ({ params: { id: slug } });
