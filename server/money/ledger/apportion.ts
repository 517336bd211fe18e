/**
 * Divides whole hundredths in proportion to `weights`: each part is rounded down, and what is left goes, one each, to the
 * largest remainders. The parts add up to `cents`, and none is above its weight as long as `cents` is not above their sum.
 */
export function apportion(cents: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (cents < 0n || total <= 0n || weights.some((weight) => weight < 0n))
    throw new RangeError(`${cents} cannot be divided by ${weights.join(', ')}`);
  const parts = weights.map((weight) => (cents * weight) / total);
  const left = cents - parts.reduce((sum, part) => sum + part, 0n);
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (cents * weight) % total }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  const raised = new Set(byRemainder.slice(0, Number(left)).map(({ index }) => index));
  return parts.map((part, index) => (raised.has(index) ? part + 1n : part));
}
