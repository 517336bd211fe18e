/** What the console asks of the nightly checks: the last nights, and for the overview the last one alone. */
export const nightsRead = { query: {} };
export const lastNightRead = { query: { limit: 1 } };
