/** What a page makes a guest's browser do at first: how many bytes of JavaScript it downloads, as they travel, and how it takes over. */
import type { Browser } from 'playwright-core';

export interface Download {
  bytes: number;
  /** The largest scripts first. */
  scripts: { path: string; bytes: number }[];
}

/** The pages that guests meet first, `profile` being somebody's path, and what each may weigh (1 kB is 1000 bytes). */
export const firstPages = (profile: string) => [
  { name: 'landing', path: '/', most_kB: 180 },
  { name: 'explore', path: '/explore', most_kB: 180 },
  { name: 'profile', path: profile, most_kB: 180 },
  { name: 'sign-in', path: '/auth/login', most_kB: 230 },
];

/** Opens an address in a browser that has nothing yet, and adds up what its scripts weighed on the way. */
export async function downloadOf(browser: Browser, url: string): Promise<Download> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const weighing: Promise<Download['scripts'][number]>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return;
    weighing.push(request.sizes().then(({ responseBodySize }) => ({ path: new URL(request.url()).pathname, bytes: responseBodySize })));
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const scripts = (await Promise.all(weighing)).sort((a, b) => b.bytes - a.bytes);
  await context.close();
  return { bytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0), scripts };
}

declare global {
  interface Window {
    slices?: number;
  }
}

/** How many times a slow browser can see to something else while the page that the server drew is taken over. */
export async function slicesOf(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  await context.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    const mark = performance.mark.bind(performance);
    let [pauses, before] = [0, 0];
    // React gives way to the browser by a message to itself, and the framework marks when it begins and when all is taken over.
    MessagePort.prototype.postMessage = function (
      this: MessagePort,
      message: unknown,
      options?: StructuredSerializeOptions | Transferable[],
    ) {
      pauses += 1;
      postMessage.call(this, message, options as StructuredSerializeOptions);
    };
    performance.mark = (name, ...options) => {
      if (name === 'beforeRender') before = pauses;
      if (name === 'afterHydrate') window.slices = pauses - before;
      return mark(name, ...options);
    };
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  await page.goto(url);
  const slices = await (await page.waitForFunction(() => window.slices)).jsonValue();
  await context.close();
  return slices ?? 0;
}
