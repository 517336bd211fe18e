/** What sections of the account ask the host. Server part and screen name it here, so that they agree. */

/** The people one has blocked, whoever they are. */
export const blockedPeopleRead = { query: {} };
