/** Alternating measurements, so that other load on the machine affects all of them. */
const rounds = 3;

/**
 * The rate per second of each operation: the median of its rounds after a warm-up round. An operation runs one round and returns
 * its rate.
 */
export async function measureAlternately<N extends string>(
  operations: Readonly<Record<N, () => Promise<number>>>,
): Promise<Record<N, number>> {
  const names = Object.keys(operations) as N[];
  const ratesByName = new Map<N, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1)
    for (const name of names) {
      const rate = await operations[name]();
      if (round > 0) ratesByName.get(name)?.push(rate);
    }
  const medianOf = (name: N): number => ratesByName.get(name)?.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  return Object.fromEntries(names.map((name) => [name, medianOf(name)])) as Record<N, number>;
}
