/**
 * Divides whole hundredths in proportion to `weights` (largest remainder method). Each part is rounded down, and the leftover
 * hundredths go one each to the largest remainders. The parts add up to `cents`. No part exceeds its weight as long as `cents` does
 * not exceed their sum.
 */
export function apportion(cents: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (cents < 0n || total <= 0n || weights.some((weight) => weight < 0n))
    throw new RangeError(`${cents} cannot be divided by ${weights.join(', ')}`);
  const parts = weights.map((weight) => (cents * weight) / total);
  const leftover = cents - parts.reduce((sum, part) => sum + part, 0n);
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (cents * weight) % total }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  const incremented = new Set(byRemainder.slice(0, Number(leftover)).map(({ index }) => index));
  return parts.map((part, index) => (incremented.has(index) ? part + 1n : part));
}
