/** How many bytes of JavaScript a page makes a guest's browser download, as they travel. */
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
