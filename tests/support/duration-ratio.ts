/** Comparing how long two kinds of work take, on a machine that others use too. */

async function durationOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const medianOf = (values: number[]): number => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** The median duration of `one` over that of `other`; their turns alternate, so that a busy moment meets both. */
export async function durationRatio(
  turns: number,
  one: (turn: number) => Promise<unknown>,
  other: (turn: number) => Promise<unknown>,
): Promise<number> {
  const [ones, others]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < turns; turn += 1) {
    ones.push(await durationOf(() => one(turn)));
    others.push(await durationOf(() => other(turn)));
  }
  return medianOf(ones) / medianOf(others);
}
