/** Results of a bench: rows with a measurement, its reference, and whether it reaches its target. */
import { Console } from 'node:console';

export interface Row {
  what: string;
  measured: string;
  target: string;
  isReached: boolean;
  reference: string;
}

/** The results are the output of the command. */
export const output = new Console(process.stdout, process.stderr);

/** Prints a row immediately, because a run takes minutes. */
export function printRow(row: Row): Row {
  output.log(`${row.what}: ${row.measured} (${row.reference})`);
  return row;
}

/** A rate as a ratio to a reference rate. */
export const ratio = (what: string, reference: string, [measuredRate = 0, referenceRate = 1]: readonly number[], target: number): Row => ({
  what,
  reference: `${reference}: ${referenceRate.toFixed(0)}/s`,
  measured: `${measuredRate.toFixed(0)}/s, ${(measuredRate / referenceRate).toFixed(2)} of the reference`,
  target: `≥ ${String(target)}`,
  isReached: measuredRate / referenceRate >= target,
});

/** The same without a target: it puts the other figures into perspective. */
export const comparison = (...args: [what: string, reference: string, perSecond: readonly number[]]): Row => ({
  ...ratio(...args, 0),
  target: 'for comparison',
});

/** The median of some figures. */
export const median = (figures: readonly number[]): number => [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? NaN;
