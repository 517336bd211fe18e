/**
 * Somebody with a browser, and the watch over what the browser says meanwhile: no error or warning in its console, no
 * accessibility violation in either theme, nothing that jumps, nothing that scrolls sideways.
 */
import type axe from 'axe-core';
import { mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { cookies } from '@contract/kernel/conventions';
import { handsOf, type Hands } from '../kit/browser/page-input';
import type { Site } from '../kit/browser/site';
import { stillnessOf, type Stillness } from './stillness';

export { fieldOf } from '../kit/browser/page-input';

/** The two sizes that every journey is made at. */
export const sizes = {
  phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 1 },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const satisfies Record<string, BrowserContextOptions>;
export type Size = keyof typeof sizes;

export interface Visitor extends Hands {
  page: Page;
  context: BrowserContext;
  size: Size;
  /** The same person at another tab of the same browser. */
  beside(): Promise<Visitor>;
  /** Opens a path of the site. */
  open(path: string): Promise<void>;
  /** From now on the browser may report answers of these statuses: the journey provokes them. */
  provoke(...statuses: number[]): void;
  /** From now on the line may break: that the browser cannot reach the host is no complaint. */
  losesLine(): void;
  /** Waits for a screen by its heading. */
  arrive(heading: string | RegExp): Promise<void>;
  /** Waits to be taken to another address without having pressed anything: that the screen changed then is no jump. */
  isTaken(address: RegExp): Promise<void>;
  /** Waits for words anywhere on the screen. */
  read(words: string | RegExp): Promise<void>;
  /**
   * Looks at the screen as it is: fails when something jumped or the page scrolls sideways; in a run of everything also as
   * `inspect` does.
   */
  look(name: string): Promise<void>;
  /** As `look`, and for accessibility: in both themes in a run of everything, else in one of them. */
  inspect(name: string): Promise<void>;
  /** What went wrong so far, in words; empty when all is well. */
  troubles(): string[];
  /** Leaves a picture of the screen as it is. */
  picture(name: string): Promise<void>;
}

interface VisitorOptions extends Pick<BrowserContextOptions, 'extraHTTPHeaders' | 'javaScriptEnabled' | 'proxy'> {
  /** Signed in by this token instead of by the form. */
  token?: string;
  theme?: 'light' | 'dark';
}

declare global {
  interface Window {
    /** Until when moves have been looked at. */
    shiftsTakenAt?: number;
    axe: typeof axe;
  }
}

/** A run of everything inspects each look of each story in both themes; else the tour of the screens does it, once per screen, in one. */
const inspectsEachLook = process.env['JOURNEY_LOOKS'] === 'inspect';

const shiftMax = 0.02;
const patience_ms = 20_000;
/** What the browser itself says of a line that broke, also when something was written between the break and its telling. */
const lostLine = /net::ERR_|WebSocket connection to .* failed|WebSocket is already in CLOSING or CLOSED state/;
const refusalLine = /^Failed to load resource: the server responded with a status of (\d{3})/;
/** Where the pictures of the screens are left: all of them when the folder is named, else those of screens with troubles. */
const picturesWanted = process.env['JOURNEY_PICTURES'] !== undefined;
const picturesFolder = process.env['JOURNEY_PICTURES'] ?? join(tmpdir(), 'journey-pictures');

/** A browser of its own for one person. */
export async function openVisitor(site: Site, size: Size, { token, theme, ...options }: VisitorOptions = {}): Promise<Visitor> {
  const context = await site.browser.newContext({
    ...sizes[size],
    ...options,
    baseURL: site.url,
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  const kept = { ...(token && { [cookies.session]: token }), ...(theme && { [cookies.theme]: theme }) };
  await context.addCookies(Object.entries(kept).map(([name, value]) => ({ name, value, url: site.url })));
  if (token) await context.addCookies(await mediaCookiesOf(site, token));
  context.setDefaultTimeout(patience_ms);
  return openTab(context, size, { provoked: new Set(), hasScripts: options.javaScriptEnabled !== false });
}

/** What all tabs of a browser have in common. */
interface Shared {
  provoked: Set<number>;
  hasScripts: boolean;
}

/** A tab with the watch over it. */
async function openTab(context: BrowserContext, size: Size, shared: Shared): Promise<Visitor> {
  const { provoked, hasScripts } = shared;
  const page = await context.newPage();
  const stillness = stillnessOf(page, hasScripts);
  const troubles: string[] = [];
  let isLineLost = false;
  const lookAt = async (name: string, isCloser: boolean): Promise<void> => {
    await stillness.come();
    troubles.push(...(await layoutTroubles(page, name)));
    if (isCloser) troubles.push(...(await themeTroubles(page, stillness, size, name)));
    if (troubles.length > 0) await picture(page, `${name}-${size}`);
    if (troubles.length > 0) throw new Error(troubles.join('\n\n'));
  };
  page.on('pageerror', (error) => troubles.push(`an error in the page ${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    const status = refusalLine.exec(message.text())?.[1];
    if (status !== undefined && provoked.has(Number(status))) return;
    if (isLineLost && lostLine.test(message.text())) return;
    troubles.push(`the console at ${page.url()}: ${message.text()} (${message.location().url})`);
  });
  // Of files that are refused the console says nothing, and the page shows something else in their place.
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText === 'net::ERR_BLOCKED_BY_ORB' && !provoked.has(403))
      troubles.push(`refused at ${page.url()}: ${request.url()}`);
  });
  return {
    ...handsOf(page, size),
    page,
    context,
    size,
    beside: () => openTab(context, size, shared),
    arrive: (heading) => page.getByRole('heading', { name: heading, level: 1 }).waitFor(),
    isTaken: async (address) => {
      await page.waitForURL(address);
      await stillness.come();
      await page.evaluate(takeShifts);
    },
    read: (words) => page.getByText(words).filter({ visible: true }).first().waitFor(),
    open: async (path) => {
      await page.goto(path);
      await stillness.come();
    },
    losesLine: () => {
      isLineLost = true;
    },
    provoke: (...statuses) => statuses.forEach((status) => provoked.add(status)),
    look: (name) => lookAt(name, inspectsEachLook),
    inspect: (name) => lookAt(name, true),
    troubles: () => troubles,
    picture: (name) => picture(page, `${name}-${size}`),
  };
}

/** What signing in would have left in the browser besides the token: the cookie that opens media at the host. */
async function mediaCookiesOf({ world }: Site, token: string): Promise<{ name: string; value: string; domain: string; path: string }[]> {
  const { headers } = await world.call('GET /users/me', {}, { token });
  const pair = headers.getSetCookie().flatMap((line) => /^([^=;]+)=([^;]*);/.exec(line)?.slice(1) ?? []);
  const [name, value] = pair;
  return name === undefined || value === undefined ? [] : [{ name, value, domain: new URL(world.url).hostname, path: '/media' }];
}

interface Shift {
  score: number;
  what: string;
}

/**
 * Runs in the page: every layout shift since the last call that no press and no key explains. The browser itself excuses what moves
 * within half a second of an input, which a busy machine does not keep; here an input explains what moves until the page has come
 * to rest after it, however long that takes, and this is called at rest. Functions that run in a page hold no
 * named functions: the TypeScript loader wraps those in a helper that pages lack.
 */
function takeShifts(): Shift[] {
  // The browser keeps them: a script of our own from the start would be refused by frames that run none.
  const observer = new PerformanceObserver(() => undefined);
  observer.observe({ type: 'layout-shift', buffered: true });
  const entries = observer.takeRecords() as (PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    /** When the last press or key before the shift was; 0 where there was none. */
    lastInputTime: number;
    sources?: { node?: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  })[];
  observer.disconnect();
  const since = window.shiftsTakenAt ?? 0;
  window.shiftsTakenAt = performance.now();
  return entries
    .filter(({ startTime, hadRecentInput, lastInputTime }) => startTime > since && !hadRecentInput && lastInputTime <= since)
    .map(({ value, sources = [] }) => ({
      score: value,
      what: sources
        .map(({ node, previousRect, currentRect }) => {
          const name =
            node instanceof Element
              ? `${node.tagName.toLowerCase()}.${String(node.getAttribute('class')).slice(0, 40)}`
              : (node?.nodeName ?? 'something');
          const [from, to] = [previousRect, currentRect].map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' '));
          return `${name} from ${String(from)} to ${String(to)}`;
        })
        .join(', '),
    }));
}

async function layoutTroubles(page: Page, name: string): Promise<string[]> {
  const troubles: string[] = [];
  const shifts = await page.evaluate(takeShifts);
  const moved = shifts.reduce((sum, { score }) => sum + score, 0);
  if (moved >= shiftMax)
    troubles.push(
      `${name}: the layout moved by ${moved.toFixed(3)}: ${shifts.map(({ score, what }) => `${score.toFixed(3)} ${what}`).join(' | ')}`,
    );
  const surplus_px = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (surplus_px > 0) troubles.push(`${name}: the page scrolls sideways by ${String(surplus_px)} px`);
  return troubles;
}

/** Half of all names: a sample looks at half of the screens in each theme. */
const isOfHalf = (name: string): boolean =>
  Array.from(name, (sign) => sign.codePointAt(0) ?? 0).reduce((sum, code) => sum + code, 0) % 2 === 0;

async function themeTroubles(page: Page, stillness: Stillness, size: Size, name: string): Promise<string[]> {
  const troubles: string[] = [];
  const own = await page.evaluate(() => document.documentElement.dataset['theme'] ?? 'light');
  const other = own === 'dark' ? 'light' : 'dark';
  const looks =
    inspectsEachLook || picturesWanted
      ? [
          { theme: own, rules: everyRule },
          // The other theme differs in nothing but its colours.
          { theme: other, rules: rulesOfColour },
        ]
      : [{ theme: isOfHalf(name) ? own : other, rules: everyRule }];
  for (const { theme, rules } of looks) {
    await page.evaluate((next) => void (document.documentElement.dataset['theme'] = next), theme);
    await stillness.come();
    const violations = await violationsOn(page, rules);
    troubles.push(...violations.map((violation) => `${name}, ${theme}: ${violation}`));
    if (picturesWanted || troubles.length > 0) await picture(page, `${name}-${size}-${theme}`);
  }
  await page.evaluate((first) => {
    document.documentElement.dataset['theme'] = first;
  }, own);
  await page.evaluate(takeShifts);
  return troubles;
}

/** The viewport is fixed at scale 1 by the product's owner; the text size setting stands in for the rule left out. */
const everyRule: axe.RunOptions = { rules: { 'meta-viewport': { enabled: false } } };
const rulesOfColour: axe.RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** The small form: it is sent to every page. */
const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/**
 * Of the page itself: what stands in a frame has no scripts to be asked with. No rule that runs reads the style sheets, and
 * nobody reads the selectors of what is found: both would take a third of the time.
 */
const terse: axe.RunOptions = { iframes: false, resultTypes: ['violations'], preload: { assets: ['media'] }, selectors: false };

async function violationsOn(page: Page, rules: axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate((options) => window.axe.run(options), { ...terse, ...rules });
  return violations.map(
    ({ id, help, nodes }) =>
      `${id} (${help}): ${nodes
        .slice(0, 3)
        .map((node) => `${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`)
        .join(' · ')}`,
  );
}

async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(picturesFolder, { recursive: true });
  await page.screenshot({ path: join(picturesFolder, `${name}.png`), fullPage: true });
}
