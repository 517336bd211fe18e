/** How much a page shifts, measured as the browser measures layout shift. */
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    /** The time up to which layout shifts have been read. */
    shiftsReadAt?: number;
  }
}

/** People do not notice a sum of shifts below this. */
export const layoutShiftMax = 0.02;

interface Shift {
  score: number;
  movedElements: string;
}

interface ShiftFilter {
  /** Ignores shifts before this time; shifts that an earlier call has read are always ignored. */
  from: number;
  /** Whether to ignore shifts that a preceding press or key may explain. */
  excusesInput: boolean;
}

/** Every shift that no input explains. */
const unexplained: ShiftFilter = { from: 0, excusesInput: true };

/**
 * Runs in the page: the layout shifts since the last call that pass the filter. The browser excuses shifts within half a second of
 * an input, and a busy machine may take longer. Here an input excuses shifts until the page is idle again, however long that takes;
 * this is called when the page is idle. Functions that run in a page contain no named functions: the TypeScript loader wraps those
 * in a helper that pages lack.
 */
function readLayoutShifts({ from, excusesInput }: ShiftFilter): Shift[] {
  // The browser buffers them. An init script would fail in frames that allow no scripts.
  const observer = new PerformanceObserver(() => undefined);
  observer.observe({ type: 'layout-shift', buffered: true });
  const entries = observer.takeRecords() as (PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    /** The time of the last press or key before the shift; 0 if there was none. */
    lastInputTime: number;
    sources?: { node?: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  })[];
  observer.disconnect();
  const since = Math.max(from, window.shiftsReadAt ?? 0);
  window.shiftsReadAt = performance.now();
  return entries
    .filter(
      ({ startTime, hadRecentInput, lastInputTime }) => startTime > since && !(excusesInput && (hadRecentInput || lastInputTime > since)),
    )
    .map(({ value, sources = [] }) => ({
      score: value,
      movedElements: sources
        .map(({ node, previousRect, currentRect }) => {
          const name =
            node instanceof Element
              ? `${node.tagName.toLowerCase()}.${String(node.getAttribute('class')).slice(0, 40)}`
              : (node?.nodeName ?? 'something');
          const [before, after] = [previousRect, currentRect].map(({ x, y, width, height }) =>
            [x, y, width, height].map(Math.round).join(' '),
          );
          return `${name} from ${String(before)} to ${String(after)}`;
        })
        .join(', '),
    }));
}

/** The layout shifts of a page since the last call that no press or key explains. */
export const takeLayoutShifts = (page: Page): Promise<Shift[]> => page.evaluate(readLayoutShifts, unexplained);

/** What moved how far, for the message of a failure. */
export const textOfShifts = (shifts: readonly Shift[]): string =>
  shifts.map(({ score, movedElements }) => `${score.toFixed(3)} ${movedElements}`).join(' | ');

/**
 * Starts to measure; the function that it returns fails if the shifts since then sum up to what people notice. Shifts right
 * after a press count too: a slow response arrives after the half second that the browser excuses.
 */
export async function expectNoLayoutShift(page: Page): Promise<() => Promise<void>> {
  const from = await page.evaluate(() => performance.now());
  return async () => {
    const shifts = await page.evaluate(readLayoutShifts, { from, excusesInput: false });
    const total = shifts.reduce((sum, { score }) => sum + score, 0);
    if (total >= layoutShiftMax) throw new Error(`The layout moved by ${total.toFixed(3)}: ${textOfShifts(shifts)}`);
  };
}
