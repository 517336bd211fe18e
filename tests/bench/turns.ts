/** Ways of doing something, measured in turns, so that what else the machine does meets all alike. */
const rounds = 3;

/** How often a second each way gets through, the middle of its rounds after one to warm up. A way answers for one round. */
export async function inTurns<N extends string>(ways: Readonly<Record<N, () => Promise<number>>>): Promise<Record<N, number>> {
  const names = Object.keys(ways) as N[];
  const figures = new Map<N, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1)
    for (const name of names) {
      const figure = await ways[name]();
      if (round > 0) figures.get(name)?.push(figure);
    }
  const middle = (name: N): number => figures.get(name)?.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  return Object.fromEntries(names.map((name) => [name, middle(name)])) as Record<N, number>;
}
