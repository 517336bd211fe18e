/** How much JavaScript a guest's browser downloads on the first pages. */
import { measureDownload, firstPages } from '../../kit/browser/downloads';
import { openBrowser } from '../../kit/browser/browser';
import type { Row } from '../tools/rows';
import type { Site } from '../tools/site';

const kilobyte = 1000;

export async function downloads({ url }: Site, report: (row: Row) => void): Promise<void> {
  const browser = await openBrowser();
  try {
    for (const { name, path, limit_kB } of firstPages('/ada')) {
      const { bytes, scripts } = await measureDownload(browser, url + path);
      const kB = bytes / kilobyte;
      const largest = scripts.slice(0, 3).map((script) => (script.bytes / kilobyte).toFixed(0));
      report({
        what: `JavaScript of a guest's first page (gzip): ${name}`,
        reference: `${String(scripts.length)} scripts, the largest ${largest.join(', ')} kB`,
        measured: `${kB.toFixed(1)} kB`,
        target: `≤ ${String(limit_kB)} kB`,
        isReached: kB <= limit_kB,
      });
    }
  } finally {
    await browser.close();
  }
}
