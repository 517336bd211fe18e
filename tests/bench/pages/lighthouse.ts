/** Pages as Lighthouse judges them for phones: a middling one on a slow network, both played by itself. */
import { chromium } from 'playwright-core';
import { freePort } from '../../kit/processes/ports';
import { middleOf, type Row } from '../rows';
import type { Site } from '../tools/site';

const pages = { landing: '/', profile: '/ada', 'sign-in': '/auth/login' } as const;
const turns = 3;
const wanted = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const shift_max = 0.02;
type Category = keyof typeof wanted;

/** The site does not let a page be enlarged by fingers; people set the size of its text instead. */
const setApart = ['meta-viewport'];

interface Judged {
  scores: Record<Category, number>;
  shift: number;
  /** What took from the scores that are to be whole. */
  wanting: string[];
}

async function judge(url: string, port: number): Promise<Judged> {
  // Large: the other parts do without it.
  const { default: lighthouse } = await import('lighthouse');
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'silent', skipAudits: setApart });
  if (!result || result.lhr.runtimeError) throw new Error(`${url} was not judged: ${result?.lhr.runtimeError?.message ?? ''}`);
  const { categories, audits } = result.lhr;
  const names = Object.keys(wanted) as Category[];
  return {
    scores: Object.fromEntries(names.map((name) => [name, (categories[name]?.score ?? 0) * 100])) as Judged['scores'],
    shift: audits['cumulative-layout-shift']?.numericValue ?? Infinity,
    wanting: names
      .filter((name) => name !== 'performance')
      .flatMap((name) => categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  };
}

export async function lighthouseScores({ url }: Site, measured: (row: Row) => void): Promise<void> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', `--remote-debugging-port=${String(port)}`],
  });
  try {
    for (const [name, path] of Object.entries(pages)) {
      const judged: Judged[] = [];
      for (let turn = 0; turn < turns; turn += 1) judged.push(await judge(url + path, port));
      const score = (category: Category): number => middleOf(judged.map(({ scores }) => scores[category]));
      const shift = Math.max(...judged.map((one) => one.shift));
      const wanting = [...new Set(judged.flatMap((one) => one.wanting))];
      measured({
        what: `Lighthouse for phones: ${name}`,
        measured: `performance ${score('performance').toFixed(0)}, accessibility ${score('accessibility').toFixed(0)}, best practices ${score('best-practices').toFixed(0)}, SEO ${score('seo').toFixed(0)}; layout shift ${shift.toFixed(3)}`,
        reach: `≥ ${String(wanted.performance)}, 100, 100, 100; < ${String(shift_max)}`,
        holds:
          (Object.keys(wanted) as Category[]).every((category) => Math.round(score(category)) >= wanted[category]) && shift < shift_max,
        reference: `middle of ${String(turns)}; without the rule ${setApart.join(', ')}${wanting.length === 0 ? '' : `; wanting: ${wanting.join(', ')}`}`,
      });
    }
  } finally {
    await browser.close();
  }
}
