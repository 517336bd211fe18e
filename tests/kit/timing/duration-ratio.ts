/** Compares the durations of two kinds of work on a machine that other work shares. */

async function durationOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const medianOf = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The median duration of `work` divided by that of `baseline`. The two alternate, so that a busy moment affects both. */
export async function durationRatio(
  rounds: number,
  work: (round: number) => Promise<unknown>,
  baseline: (round: number) => Promise<unknown>,
): Promise<number> {
  const [durations, baselineDurations]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    durations.push(await durationOf(() => work(round)));
    baselineDurations.push(await durationOf(() => baseline(round)));
  }
  return medianOf(durations) / medianOf(baselineDurations);
}
