/** Lighthouse scores of pages for phones: Lighthouse simulates a mid-range device on a slow network. */
import { chromium } from 'playwright-core';
import { freePort } from '../../kit/processes/ports';
import { median, type Row } from '../tools/rows';
import type { Site } from '../tools/site';

const pages = { landing: '/', profile: '/ada', 'sign-in': '/auth/login' } as const;
const rounds = 3;
const requiredScores = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const shift_max = 0.02;
type Category = keyof typeof requiredScores;

/** The site disables pinch zoom; people set the text size instead. */
const skippedAudits = ['meta-viewport'];

interface Audit {
  scores: Record<Category, number>;
  shift: number;
  /** The failed audits of the categories that require a score of 100. */
  failedAudits: string[];
}

async function audit(url: string, port: number): Promise<Audit> {
  // Imported here, because it is large and the other parts do not need it.
  const { default: lighthouse } = await import('lighthouse');
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'silent', skipAudits: skippedAudits });
  if (!result || result.lhr.runtimeError) throw new Error(`${url} could not be audited: ${result?.lhr.runtimeError?.message ?? ''}`);
  const { categories, audits } = result.lhr;
  const names = Object.keys(requiredScores) as Category[];
  return {
    scores: Object.fromEntries(names.map((name) => [name, (categories[name]?.score ?? 0) * 100])) as Audit['scores'],
    shift: audits['cumulative-layout-shift']?.numericValue ?? Infinity,
    failedAudits: names
      .filter((name) => name !== 'performance')
      .flatMap((name) => categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  };
}

export async function lighthouseScores({ url }: Site, report: (row: Row) => void): Promise<void> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', `--remote-debugging-port=${String(port)}`],
  });
  try {
    for (const [name, path] of Object.entries(pages)) {
      const runs: Audit[] = [];
      for (let round = 0; round < rounds; round += 1) runs.push(await audit(url + path, port));
      const score = (category: Category): number => median(runs.map(({ scores }) => scores[category]));
      const layoutShift = Math.max(...runs.map((run) => run.shift));
      const failedAudits = [...new Set(runs.flatMap((run) => run.failedAudits))];
      report({
        what: `Lighthouse for phones: ${name}`,
        measured: `performance ${score('performance').toFixed(0)}, accessibility ${score('accessibility').toFixed(0)}, best practices ${score('best-practices').toFixed(0)}, SEO ${score('seo').toFixed(0)}; layout shift ${layoutShift.toFixed(3)}`,
        target: `≥ ${String(requiredScores.performance)}, 100, 100, 100; < ${String(shift_max)}`,
        isReached:
          (Object.keys(requiredScores) as Category[]).every((category) => Math.round(score(category)) >= requiredScores[category]) &&
          layoutShift < shift_max,
        reference: `median of ${String(rounds)}; without the audit ${skippedAudits.join(', ')}${failedAudits.length === 0 ? '' : `; failed audits: ${failedAudits.join(', ')}`}`,
      });
    }
  } finally {
    await browser.close();
  }
}
