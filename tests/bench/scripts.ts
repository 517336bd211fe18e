/** How many bytes of JavaScript a page makes a guest's browser download, as they travel. */
import { openBrowser } from '../support/site';

export interface Download {
  bytes: number;
  /** The largest scripts first. */
  scripts: { path: string; bytes: number }[];
}

/** Opens each address in a browser that has nothing yet, and adds up what its scripts weighed on the way. */
export async function scriptsOf(urls: string[]): Promise<Download[]> {
  const browser = await openBrowser();
  try {
    const downloads: Download[] = [];
    for (const url of urls) {
      const context = await browser.newContext();
      const page = await context.newPage();
      const scripts: Promise<Download['scripts'][number]>[] = [];
      page.on('requestfinished', (request) => {
        if (request.resourceType() !== 'script') return;
        scripts.push(request.sizes().then(({ responseBodySize }) => ({ path: new URL(request.url()).pathname, bytes: responseBodySize })));
      });
      await page.goto(url, { waitUntil: 'networkidle' });
      const weighed = (await Promise.all(scripts)).sort((a, b) => b.bytes - a.bytes);
      downloads.push({ bytes: weighed.reduce((sum, { bytes }) => sum + bytes, 0), scripts: weighed });
      await context.close();
    }
    return downloads;
  } finally {
    await browser.close();
  }
}
