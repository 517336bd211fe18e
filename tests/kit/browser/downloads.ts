/** What a page costs a guest's browser on the first visit: compressed bytes of JavaScript, and the yields during hydration. */
import type { Browser } from 'playwright-core';

export interface Download {
  bytes: number;
  /** The largest scripts first. */
  scripts: { path: string; bytes: number }[];
}

/** The pages that guests see first, and the limit of each in kB (1 kB is 1000 bytes); `profile` is the path of a profile. */
export const firstPages = (profile: string) => [
  { name: 'landing', path: '/', limit_kB: 180 },
  { name: 'explore', path: '/explore', limit_kB: 180 },
  { name: 'profile', path: profile, limit_kB: 180 },
  { name: 'sign-in', path: '/auth/login', limit_kB: 230 },
];

/** The limit for the page of a shared item, in kB. */
export const itemPageLimit_kB = 185;

/** Opens an address in a browser with an empty cache, and sums the transferred bytes of its scripts. */
export async function measureDownload(browser: Browser, url: string): Promise<Download> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const measurements: Promise<Download['scripts'][number]>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return;
    measurements.push(request.sizes().then(({ responseBodySize }) => ({ path: new URL(request.url()).pathname, bytes: responseBodySize })));
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const scripts = (await Promise.all(measurements)).sort((a, b) => b.bytes - a.bytes);
  await context.close();
  return { bytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0), scripts };
}

declare global {
  interface Window {
    /** How many times React yielded during hydration; set once hydration has ended. */
    hydrationYields?: number;
  }
}

/** How many times React yields to a slow browser while it hydrates the page that the server rendered. */
export async function hydrationYields(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  await context.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    const mark = performance.mark.bind(performance);
    let [yieldCount, countBefore] = [0, 0];
    // React yields by posting a message to itself; Next.js sets performance marks before and after hydration.
    MessagePort.prototype.postMessage = function (
      this: MessagePort,
      message: unknown,
      options?: StructuredSerializeOptions | Transferable[],
    ) {
      yieldCount += 1;
      postMessage.call(this, message, options as StructuredSerializeOptions);
    };
    performance.mark = (name, ...options) => {
      if (name === 'beforeRender') countBefore = yieldCount;
      if (name === 'afterHydrate') window.hydrationYields = yieldCount - countBefore;
      return mark(name, ...options);
    };
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  await page.goto(url);
  const yields = await (await page.waitForFunction(() => window.hydrationYields)).jsonValue();
  await context.close();
  return yields ?? 0;
}
