/**
 * How long tests wait for an expected result. It is no requirement for the product: it only ends the wait for what never happens, and
 * is long enough for the busiest machine.
 */
export const maxWait_ms = 120_000;
