/**
 * How long tests wait for an expected result. It is no limit of the product: it only stops waiting for what never happens, so it is
 * long enough for the busiest machine.
 */
export const maxWait_ms = 120_000;
