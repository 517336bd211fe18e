/** Going through screens, one after the other, and looking at each. */
import type { Page } from 'playwright-core';
import type { Visitor } from './visitor';

/** A line as slow as this shows what moves when an answer comes late; it is as wide as any other. */
const slowLine = { offline: false, latency: 150, downloadThroughput: -1, uploadThroughput: -1 };

/** Screens that act as soon as scripts run, and then say what came of it. */
const acting = new Set(['demo-verify-refused', 'demo-callback']);

/** A dialog covers the screen of such an address. */
const askingForDialog = /[?&](tip|subscribe)=/;

/** Goes through all of them before it fails, so that one run tells everything; in two tabs, for much of the time goes into waiting. */
export async function see(visitor: Visitor, screens: Record<string, string>): Promise<void> {
  const waiting = Object.entries(screens);
  const tabs = waiting.length > 1 ? [visitor, await visitor.beside()] : [visitor];
  const troubles = await Promise.all(tabs.map((tab) => seeInTab(tab, waiting)));
  for (const tab of tabs.slice(1)) await tab.page.close();
  expect(troubles.flat()).toEqual([]);
}

/** Takes one screen after the other from those that wait; answers what is wrong with them. */
async function seeInTab(visitor: Visitor, waiting: [string, string][]): Promise<string[]> {
  const troubles: string[] = [];
  // Not by answering its requests late: a browser whose requests are held keeps no files.
  const line = await visitor.context.newCDPSession(visitor.page);
  await line.send('Network.emulateNetworkConditions', slowLine);
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, path] = next;
    const drawn = visitor.page.waitForResponse((response) => response.request().isNavigationRequest() && response.status() !== 307);
    await visitor.open(path);
    await visitor.page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor({ state: 'attached' });
    const atFirst = await headingsIn(visitor.page, await (await drawn).text());
    if (askingForDialog.test(path)) await visitor.page.getByRole('dialog').waitFor();
    const atLast = await headingsOn(visitor.page);
    if (atFirst === '' || !(acting.has(name) || atLast.startsWith(atFirst)))
      troubles.push(`${name}: the server draws "${atFirst}" where scripts show "${atLast}"`);
    await visitor.inspect(name).catch((error: unknown) => troubles.push(String(error)));
    visitor.troubles().length = 0;
  }
  await line.detach();
  return troubles;
}

const headings = 'main :is(h1, h2, h3)';
const headingsOn = (page: Page): Promise<string> =>
  page.locator(headings).evaluateAll((found) => found.map(({ textContent }) => textContent).join(' | '));

/** The headings of a document that no script has touched. */
const headingsIn = (page: Page, html: string): Promise<string> =>
  page.evaluate(
    ([text, wanted]) => {
      const found = new DOMParser().parseFromString(text, 'text/html').querySelectorAll(wanted);
      return [...found].map(({ textContent }) => textContent).join(' | ');
    },
    [html, headings] as const,
  );
