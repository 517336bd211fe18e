/** What the first page asks the host for. The page's server part and its screen build their questions here, so that they agree. */
export const landingReads = {
  texts: { body: { keys: ['homeTitle', 'homeDescription', 'userBenefit', 'performerBenefit'] } },
  performers: { query: { limit: 8 } },
};

/** How many performers are offered at home. */
export const suggestionsRead = { query: { limit: 8 } };

/** What the site points to, wherever on the page it stands. */
export const promosRead = { query: { limit: 20, sortBy: 'ordering' as const, sort: 'asc' as const } };
