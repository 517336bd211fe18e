/** Visiting a list of screens one after the other, and inspecting each. */
import type { Page } from 'playwright-core';
import type { Visitor } from './visitor';

/** Latency that makes layout shifts of late responses visible; the bandwidth is not limited. */
const slowNetwork = { offline: false, latency: 150, downloadThroughput: -1, uploadThroughput: -1 };

/** Screens that send a request as soon as scripts run, and then show its result. */
const selfSubmittingScreens = new Set(['demo-callback']);

/** Addresses that open a dialog over the screen. */
const dialogAddresses = /[?&](tip|subscribe)=/;

/** Visits all screens before it fails, so that one run reports every problem. Uses two tabs, because most of the time is waiting. */
export async function inspectScreens(visitor: Visitor, screens: Record<string, string>): Promise<void> {
  const queue = Object.entries(screens);
  const tabs = queue.length > 1 ? [visitor, await visitor.openTab()] : [visitor];
  const problems = await Promise.all(tabs.map((tab) => inspectInTab(tab, queue)));
  for (const tab of tabs.slice(1)) await tab.page.close();
  expect(problems.flat()).toEqual([]);
}

/** Takes screens from the queue until it is empty; returns their problems. */
async function inspectInTab(visitor: Visitor, queue: [string, string][]): Promise<string[]> {
  const problems: string[] = [];
  // Not by delaying requests with route handlers: a browser whose requests are intercepted does not cache files.
  const session = await visitor.context.newCDPSession(visitor.page);
  await session.send('Network.emulateNetworkConditions', slowNetwork);
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [name, path] = next;
    const documentResponse = visitor.page.waitForResponse(
      (response) => response.request().isNavigationRequest() && response.status() !== 307,
    );
    await visitor.open(path);
    await visitor.page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor({ state: 'attached' });
    const serverHeadings = await headingsIn(visitor.page, await (await documentResponse).text());
    if (dialogAddresses.test(path)) await visitor.page.getByRole('dialog').waitFor();
    const finalHeadings = await headingsOn(visitor.page);
    if (serverHeadings === '' || !(selfSubmittingScreens.has(name) || finalHeadings.startsWith(serverHeadings)))
      problems.push(`${name}: the server renders "${serverHeadings}" where scripts show "${finalHeadings}"`);
    await visitor.inspect(name).catch((error: unknown) => problems.push(String(error)));
    visitor.problems().length = 0;
  }
  await session.detach();
  return problems;
}

const headings = 'main :is(h1, h2, h3)';
const headingsOn = (page: Page): Promise<string> =>
  page.locator(headings).evaluateAll((found) => found.map(({ textContent }) => textContent).join(' | '));

/** The headings of the server-rendered document, before scripts run. */
const headingsIn = (page: Page, html: string): Promise<string> =>
  page.evaluate(
    ([text, wanted]) => {
      const found = new DOMParser().parseFromString(text, 'text/html').querySelectorAll(wanted);
      return [...found].map(({ textContent }) => textContent).join(' | ');
    },
    [html, headings] as const,
  );
