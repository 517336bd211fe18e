/**
 * A person with a browser, and the checks on what the browser reports: no error or warning in its console, no accessibility
 * violation in either theme, no layout shift, no horizontal scrolling.
 */
import type axe from 'axe-core';
import { mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { cookies } from '@contract/kernel/conventions';
import { pageInputOf, type PageInput } from './page-input';
import { maxWait_ms } from '../timing/max-wait';
import type { Site } from './site';
import { layoutShiftMax, takeLayoutShifts, textOfShifts } from './layout-shift';
import { pageIdleOf, type PageIdle } from './page-idle';

export { fieldOf } from './page-input';

/** The two sizes at which every journey runs. */
export const sizes = {
  phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 1 },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const satisfies Record<string, BrowserContextOptions>;
export type Size = keyof typeof sizes;

export interface Visitor extends PageInput {
  page: Page;
  context: BrowserContext;
  size: Size;
  /** Opens another tab of the same browser for the same person. */
  openTab(): Promise<Visitor>;
  /** Opens a path of the site. */
  open(path: string): Promise<void>;
  /** From now on the browser may report responses with these statuses: the journey causes them. */
  expectStatuses(...statuses: number[]): void;
  /** From now on the connection may be lost: failures to reach the server are not reported. */
  expectConnectionLoss(): void;
  /** Waits for a screen by its heading. */
  waitForScreen(heading: string | RegExp): Promise<void>;
  /** Waits for a navigation that the user did not trigger, and ignores its layout shifts. */
  waitForNavigation(address: RegExp): Promise<void>;
  /** Waits for a text anywhere on the screen. */
  waitForText(text: string | RegExp): Promise<void>;
  /** Checks the current screen: fails on layout shifts and horizontal scrolling; in a full run also checks what `inspect` does. */
  check(name: string): Promise<void>;
  /** As `check`, and for accessibility: in both themes in a full run, else in one of them. */
  inspect(name: string): Promise<void>;
  /** The problems so far, as texts; empty when there are none. */
  problems(): string[];
  /** Saves a screenshot. */
  saveScreenshot(name: string): Promise<void>;
}

interface VisitorOptions extends Pick<BrowserContextOptions, 'deviceScaleFactor' | 'extraHTTPHeaders' | 'javaScriptEnabled' | 'proxy'> {
  /** A session token, to be signed in without the form. */
  token?: string;
  theme?: 'light' | 'dark';
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/**
 * A full run inspects every checkpoint of every story in both themes. Otherwise only the tour of the screens inspects, once per screen,
 * in one theme.
 */
const isFullRun = process.env['JOURNEY_CHECKS'] === 'inspect';

/** What the browser logs about a lost connection, also when something is sent before the loss is noticed. */
const connectionErrors = /net::ERR_|WebSocket connection to .* failed|WebSocket is already in CLOSING or CLOSED state/;
const failedResponse = /^Failed to load resource: the server responded with a status of (\d{3})/;
/** The folder of the screenshots. All are saved when the folder is named, else only those of screens with problems. */
const savesAllScreenshots = process.env['JOURNEY_PICTURES'] !== undefined;
const screenshotsFolder = process.env['JOURNEY_PICTURES'] ?? join(tmpdir(), 'journey-pictures');

/** A new browser context for one person. */
export async function openVisitor(site: Site, size: Size, { token, theme, ...options }: VisitorOptions = {}): Promise<Visitor> {
  const context = await site.browser.newContext({
    ...sizes[size],
    ...options,
    baseURL: site.url,
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  // The TypeScript loader names inner functions with this helper, and pages do not have it.
  await context.addInitScript('globalThis.__name ??= (made) => made');
  const cookieValues = { ...(token && { [cookies.session]: token }), ...(theme && { [cookies.theme]: theme }) };
  await context.addCookies(Object.entries(cookieValues).map(([name, value]) => ({ name, value, url: site.url })));
  if (token) await context.addCookies(await mediaCookiesOf(site, token));
  context.setDefaultTimeout(maxWait_ms);
  return openTab(context, size, { expectedStatuses: new Set(), hasScripts: options.javaScriptEnabled !== false });
}

/** What all tabs of a browser share. */
interface Shared {
  expectedStatuses: Set<number>;
  hasScripts: boolean;
}

/** A tab with its checks. */
async function openTab(context: BrowserContext, size: Size, shared: Shared): Promise<Visitor> {
  const { expectedStatuses, hasScripts } = shared;
  const page = await context.newPage();
  const pageIdle = pageIdleOf(page, hasScripts);
  const problems: string[] = [];
  let isConnectionLossExpected = false;
  const check = async (name: string, isFullCheck: boolean): Promise<void> => {
    await pageIdle.wait();
    problems.push(...(await layoutProblems(page, name)));
    if (isFullCheck) problems.push(...(await themeProblems(page, pageIdle, size, name)));
    if (problems.length > 0) await saveScreenshot(page, `${name}-${size}`);
    if (problems.length > 0) throw new Error(problems.join('\n\n'));
  };
  page.on('pageerror', (error) => problems.push(`an error in the page ${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    const status = failedResponse.exec(message.text())?.[1];
    if (status !== undefined && expectedStatuses.has(Number(status))) return;
    if (isConnectionLossExpected && connectionErrors.test(message.text())) return;
    problems.push(`the console at ${page.url()}: ${message.text()} (${message.location().url})`);
  });
  // The console does not report files that are rejected with 403, because the page shows a fallback in their place.
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText === 'net::ERR_BLOCKED_BY_ORB' && !expectedStatuses.has(403))
      problems.push(`blocked at ${page.url()}: ${request.url()}`);
  });
  return {
    ...pageInputOf(page, size),
    page,
    context,
    size,
    openTab: () => openTab(context, size, shared),
    waitForScreen: (heading) => page.getByRole('heading', { name: heading, level: 1 }).waitFor(),
    waitForNavigation: async (address) => {
      await page.waitForURL(address);
      await pageIdle.wait();
      await takeLayoutShifts(page);
    },
    waitForText: (text) => page.getByText(text).filter({ visible: true }).first().waitFor(),
    open: async (path) => {
      await page.goto(path);
      await pageIdle.wait();
    },
    expectConnectionLoss: () => {
      isConnectionLossExpected = true;
    },
    expectStatuses: (...statuses) => statuses.forEach((status) => expectedStatuses.add(status)),
    check: (name) => check(name, isFullRun),
    inspect: (name) => check(name, true),
    problems: () => problems,
    saveScreenshot: (name) => saveScreenshot(page, `${name}-${size}`),
  };
}

/** The cookie besides the token that signing in would have set: it authorizes media requests. */
async function mediaCookiesOf({ testHost }: Site, token: string): Promise<{ name: string; value: string; domain: string; path: string }[]> {
  const { headers } = await testHost.call('GET /users/me', {}, { token });
  const [name, value] = headers.getSetCookie().flatMap((line) => /^([^=;]+)=([^;]*);/.exec(line)?.slice(1) ?? []);
  return name === undefined || value === undefined ? [] : [{ name, value, domain: new URL(testHost.url).hostname, path: '/media' }];
}

async function layoutProblems(page: Page, name: string): Promise<string[]> {
  const problems: string[] = [];
  const shifts = await takeLayoutShifts(page);
  const total = shifts.reduce((sum, { score }) => sum + score, 0);
  if (total >= layoutShiftMax) problems.push(`${name}: the layout moved by ${total.toFixed(3)}: ${textOfShifts(shifts)}`);
  const overflow_px = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (overflow_px > 0) problems.push(`${name}: the page scrolls sideways by ${String(overflow_px)} px`);
  return problems;
}

/** True for about half of all names: a sample inspects half of the screens in each theme. */
const isInFirstHalf = (name: string): boolean =>
  Array.from(name, (character) => character.codePointAt(0) ?? 0).reduce((sum, code) => sum + code, 0) % 2 === 0;

async function themeProblems(page: Page, pageIdle: PageIdle, size: Size, name: string): Promise<string[]> {
  const problems: string[] = [];
  const initialTheme = await page.evaluate(() => document.documentElement.dataset['theme'] ?? 'light');
  const otherTheme = initialTheme === 'dark' ? 'light' : 'dark';
  const inspections =
    isFullRun || savesAllScreenshots
      ? [
          { theme: initialTheme, rules: allRules },
          // The other theme differs in colors only.
          { theme: otherTheme, rules: colorRules },
        ]
      : [{ theme: isInFirstHalf(name) ? initialTheme : otherTheme, rules: allRules }];
  for (const { theme, rules } of inspections) {
    await page.evaluate((next) => void (document.documentElement.dataset['theme'] = next), theme);
    await pageIdle.wait();
    const violations = await violationsOn(page, rules);
    problems.push(...violations.map((violation) => `${name}, ${theme}: ${violation}`));
    if (savesAllScreenshots || problems.length > 0) await saveScreenshot(page, `${name}-${size}-${theme}`);
  }
  await page.evaluate((first) => {
    document.documentElement.dataset['theme'] = first;
  }, initialTheme);
  await takeLayoutShifts(page);
  return problems;
}

/** The product fixes the viewport at scale 1; the text size setting replaces the rule that is left out. */
const allRules: axe.RunOptions = { rules: { 'meta-viewport': { enabled: false } } };
const colorRules: axe.RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** The minified build, because it is sent to every page. */
const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/**
 * Main frame only: frames of the page have no scripts. Skipping style sheets and selectors, which neither a rule nor a report uses,
 * saves a third of the time.
 */
const axeOptions: axe.RunOptions = { iframes: false, resultTypes: ['violations'], preload: { assets: ['media'] }, selectors: false };

async function violationsOn(page: Page, rules: axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate((options) => window.axe.run(options), { ...axeOptions, ...rules });
  return violations.map(
    ({ id, help, nodes }) =>
      `${id} (${help}): ${nodes
        .slice(0, 3)
        .map((node) => `${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`)
        .join(' · ')}`,
  );
}

async function saveScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(screenshotsFolder, { recursive: true });
  await page.screenshot({ path: join(screenshotsFolder, `${name}.png`), fullPage: true });
}
