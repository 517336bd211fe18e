/** What sections of the account ask the host. Server part and screen name it here, so that they agree. */

export const helperActsRead = { query: { limit: 10 } };

/** The people one has blocked, whoever they are. */
export const blockedPeopleRead = { query: {} };
