/** Pages that the site's single web process renders for guests, compared with a bare page in the same app shell. */
import { barePath } from '../tools/copy';
import { requestsPerSecond } from '../tools/load';
import { ratio, type Row } from '../tools/rows';
import type { Site } from '../tools/site';

const pages = { landing: '/', profile: '/ada' } as const;
const requiredRatio = 0.6;

export async function servedPages({ url }: Site, report: (row: Row) => void): Promise<void> {
  for (const [name, path] of Object.entries(pages)) {
    const perSecond = await requestsPerSecond([{ url: url + path }, { url: url + barePath }]);
    report(ratio(`${name} page, guest, 1 process, 50 connections`, 'bare page', perSecond, requiredRatio));
  }
}
