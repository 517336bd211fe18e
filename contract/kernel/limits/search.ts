/** Limits of searches, cursors, counts and sitemaps. No page of a guest loads them. */

/** A cursor contains the last row's sort value: a title has up to 150 characters of four bytes each, and grows when it is encoded. */
export const cursorLengthMax = 1200;
/**
 * `words`: words of a search that count. `parts`, `similar`: indexed words that a partial word, or one with a typing error, may
 * match. `looseItems`: items with only these matches that follow the exact ones.
 */
export const searchTerms = { words: 8, parts: 10, similar: 3, looseItems: 100 } as const;
/** URLs in one response of the sitemap's source, and in one sitemap of one kind. */
export const sitemapPageSize = 1_000;
export const sitemapUrlsMax = 50_000;
/** A search is suggested to others once this many people have made it. */
export const keywordSearchersMin = 5;
/** Unread items are counted up to this, so that the cost of the count is bounded. Screens show it as "99+". */
export const unreadCountedMax = 100;
