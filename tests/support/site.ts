/**
 * A whole site for a journey: the real host in this process on a fresh database, the built site in a process of its own, and
 * a Chromium. Whatever the site's process writes as an error makes the journey fail.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import PostalMime from 'postal-mime';
import type { Context } from '@server/context';
import { ensurePages } from '@server/modules/site/site';
import { eventually } from './eventually';
import { engineProcess, type EngineProcess } from './live/engine-process';
import { freeLivePorts, freePort } from './ports';
import { openWorld } from './world';
import type { World } from './world';

export interface Site {
  world: World;
  /** Where people open the site: an origin. */
  url: string;
  browser: Browser;
  /** The live engine's process, where the site has one. */
  engine: EngineProcess;
  /** The path, with its query, of the link in the latest mail to an address whose subject holds `subject`. */
  linkMailed(to: string, subject: RegExp): Promise<string>;
  close(): Promise<void>;
}

const host = '127.0.0.1';
/** Passkeys belong to a site with a name, not to one with a number. */
const hostWithName = 'localhost';
const start_ms = 30_000;
const mail_ms = 15_000;

/**
 * What Chromium leaves out: first what playwright leaves out where it runs on Linux, whose list ours replaces (`chromiumSwitches`
 * there), then the pages behind the address bar. Nobody types there, and each person's browser had started two processes for them.
 */
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

const quiet = [
  `--disable-features=${withoutFeatures.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A camera that shows a clock and a microphone that beeps; pages are let at them by their context.
  '--use-fake-device-for-media-stream',
];

/** The browser of the journeys: the one of CHROMIUM_PATH, else the system's. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: quiet });
}

/** Starts a site; `environment` overrides single variables of host and site, `hasLive` starts a live engine, `hasName` gives it a name, `lent` replaces parts of the host's outside. */
export async function openSite(
  environment: Record<string, string> = {},
  { hasLive = false, hasName = false, ...lent }: { geo?: Context['geo']; hasLive?: boolean; hasName?: boolean } = {},
): Promise<Site> {
  const [sitePort, apiPort] = [await freePort(), await freePort()];
  const origin = (port: number): string => `http://${hasName ? hostWithName : host}:${String(port)}`;
  const url = origin(sitePort);
  const variables = {
    PORT: String(sitePort),
    API_PORT: String(apiPort),
    SITE_URL: url,
    API_URL: origin(apiPort),
    APP_SECRET: 'a secret for journeys only, long enough',
    DEMO: '0',
    RATE_LIMIT_FACTOR: '1000',
    ...(hasLive && (await freeLivePorts())),
    ...environment,
  };
  const world = await openWorld(variables, lent);
  await ensurePages(world.ctx);
  await world.ctx.jobs.work(world.ctx);
  const engine = engineProcess({ ...variables, DATA_DIR: world.ctx.config.dataDir, LOG_LEVEL: 'error' });
  if (hasLive) await engine.start();
  const [pages, browser] = await Promise.all([servePages(variables), openBrowser()]);
  return {
    world,
    url,
    browser,
    engine,
    linkMailed: (to, subject) => linkMailed(join(world.ctx.config.dataDir, 'outbox'), url, to, subject),
    close: async () => {
      await browser.close();
      const errors = await pages.stop();
      await world.close();
      await engine.kill();
      if (engine.said() !== '') throw new Error(`The live engine said:\n${engine.said()}`);
      if (errors !== '') throw new Error(`The site's process wrote errors:\n${errors}`);
    },
  };
}

interface Pages {
  /** Ends the process and answers what it has written as errors. */
  stop(): Promise<string>;
}

async function servePages(variables: Record<string, string>): Promise<Pages> {
  const child = spawn(process.execPath, ['--import', pathToFileURL('bin/leash.mjs').href, 'dist/web.js'], {
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...variables },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  await readiness(child, () => errors);
  return {
    stop: async () => {
      process.off('exit', end);
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
      return errors;
    },
  };
}

function readiness(child: ChildProcess, errors: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The site did not start.\n${errors()}`)), start_ms);
    child.once('message', () => {
      clearTimeout(timer);
      resolve();
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The site ended with code ${String(code)}.\n${errors()}`));
    });
  });
}

function linkMailed(outbox: string, siteUrl: string, to: string, subject: RegExp): Promise<string> {
  return eventually(async () => {
    const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml'));
    const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))));
    const fitting = mails
      .filter((mail) => mail.to?.some(({ address }) => address === to) && subject.test(mail.subject ?? ''))
      .sort((a, b) => (a.date ?? '').localeCompare(b.date ?? ''));
    const link = new RegExp(`${siteUrl}(/\\S+token=[\\w-]+)`).exec(fitting.at(-1)?.text ?? '')?.[1];
    if (link === undefined)
      throw new Error(`No mail to ${to} about ${String(subject)}; there are: ${mails.map((mail) => mail.subject).join(' | ')}`);
    return link;
  }, mail_ms);
}
