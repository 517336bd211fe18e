/** The query of a static page, shared by the server part and the screen. */
export const staticPageQuery = (slug: string) => ({ params: { id: slug } });
