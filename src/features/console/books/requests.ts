/** API queries of the nightly ledger checks: the last nights, and for the overview only the last one. */
export const nightlyChecksRequest = { query: {} };
export const lastNightlyCheckRequest = { query: { limit: 1 } };
