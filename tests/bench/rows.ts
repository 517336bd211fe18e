/** What a bench finds out: rows that say what was measured, in comparison with what, and whether that is enough. */
import { Console } from 'node:console';

export interface Row {
  what: string;
  measured: string;
  reach: string;
  holds: boolean;
  reference: string;
}

/** The results are what the command is for: they go to its own output. */
export const output = new Console(process.stdout, process.stderr);

/** Said at once: a run takes minutes. */
export function said(row: Row): Row {
  output.log(`${row.what}: ${row.measured} (${row.reference})`);
  return row;
}

/** How often a second something gets through, as a share of how often something else does. */
export const ratio = (what: string, reference: string, [own = 0, other = 1]: readonly number[], reach: number): Row => ({
  what,
  reference: `${reference}: ${other.toFixed(0)}/s`,
  measured: `${own.toFixed(0)}/s, ${(own / other).toFixed(2)} of it`,
  reach: `≥ ${String(reach)}`,
  holds: own / other >= reach,
});

/** The same where nothing is to be reached: it tells what the other figures are worth. */
export const beside = (...asked: [what: string, reference: string, perSecond: readonly number[]]): Row => ({
  ...ratio(...asked, 0),
  reach: 'to compare with',
});

/** The middle of some figures. */
export const middleOf = (figures: readonly number[]): number => [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? NaN;
