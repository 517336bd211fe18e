/** API requests for the page of a post. */

export const postRequest = (id: string) => ({ params: { id } });

/** The author's newest posts, shown below one of them. */
export const morePostsRequest = (performerId: string) => ({ query: { limit: 7, performerId } });
