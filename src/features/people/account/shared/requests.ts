/** Requests of the account sections, shared by server rendering and the screens. */

export const delegateActionsRequest = { query: { limit: 10 } };

/** All people the user has blocked. */
export const blockedPeopleRequest = { query: {} };
