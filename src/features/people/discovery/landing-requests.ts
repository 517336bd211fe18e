/** Requests of the landing page, shared by server rendering and the screen. */
export const landingRequests = {
  texts: { body: { keys: ['homeTitle', 'homeDescription', 'userBenefit', 'performerBenefit'] } },
  performers: { query: { limit: 8 } },
};

/** The number of suggested performers on the home page. */
export const suggestionsRequest = { query: { limit: 8 } };

/** The site's promos for all positions. */
export const promosRequest = { query: { limit: 20, sortBy: 'ordering' as const, sort: 'asc' as const } };
