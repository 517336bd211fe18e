/** The API request for a static page. The page's `load` and its screen use the same request. */
export const staticPageRequest = (slug: string) => ({ params: { id: slug } });
