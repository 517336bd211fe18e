/**
 * A whole site for a journey: the real host in this process on a fresh database, the built site in a process of its own, and
 * a Chromium. Whatever the web server writes as an error makes the journey fail.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import PostalMime from 'postal-mime';
import type { Context } from '@server/platform/context';
import { ensurePages } from '@server/site/site/site';
import { connectBrowser, openBrowser } from './browser';
import { eventually } from '../timing/eventually';
import { engineProcess, type EngineProcess } from '../live/engine-process';
import { freeLivePorts, freePort } from '../processes/ports';
import { errorsSince, sharedHere, webVariables } from './shared-site';
import { startWebServer } from '../processes/web-server';
import { openWorld } from '../host/test-host';
import type { Origin, World } from '../host/test-host';

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

const mail_ms = 15_000;

/** Variables that the web server does not read: a site that overrides these alone can use the worker's server. */
const hostOnly = new Set(['DEMO_PASSWORD']);

interface SiteOptions {
  geo?: Context['geo'];
  /** Starts a live engine. */
  hasLive?: boolean;
  /** Serves it under a name instead of an address. */
  hasName?: boolean;
  /** What its host finds at the start. */
  origin?: () => Promise<Origin>;
}

/** What people reach a site through: a browser, and the server of its pages. */
interface Front {
  variables: Record<string, string>;
  browser: Browser;
  /** Closes what belongs to this site alone, and returns what the web server wrote as errors. */
  close(): Promise<string>;
}

/** Starts a site; `environment` overrides single variables of host and web server, `options` replaces parts of the host's outside. */
export async function openSite(environment: Record<string, string> = {}, options: SiteOptions = {}): Promise<Site> {
  const { hasLive = false, hasName = false, origin, ...lent } = options;
  const shared = sharedHere();
  const usesShared = shared !== null && !hasName && Object.keys(environment).every((name) => hostOnly.has(name));
  // Only a browser of its own has cameras.
  const browser = hasLive ? undefined : shared?.browser;
  const front = usesShared ? await sharedFront(shared, browser) : await ownFront(environment, hasName, browser);
  const variables: Record<string, string> = { ...front.variables, ...(hasLive && (await freeLivePorts())), ...environment };
  const url = variables['SITE_URL'] ?? '';
  const world = await openWorld(variables, lent, await origin?.());
  await ensurePages(world.ctx);
  await world.ctx.jobs.work(world.ctx);
  const engine = engineProcess({ ...variables, DATA_DIR: world.ctx.config.dataDir, LOG_LEVEL: 'error' });
  if (hasLive) await engine.start();
  return {
    world,
    url,
    browser: front.browser,
    engine,
    linkMailed: (to, subject) => linkMailed(join(world.ctx.config.dataDir, 'outbox'), url, to, subject),
    close: async () => {
      const errors = await front.close();
      await world.close();
      await engine.kill();
      if (engine.said() !== '') throw new Error(`The live engine said:\n${engine.said()}`);
      if (errors !== '') throw new Error(`The web server wrote errors:\n${errors}`);
    },
  };
}

/** The run's browser where its address is given, else one of the caller's own. */
const browserAt = (address: string | undefined): Promise<Browser> => (address === undefined ? openBrowser() : connectBrowser(address));

/** The worker's own server, and a browser. */
async function sharedFront({ server }: NonNullable<ReturnType<typeof sharedHere>>, address: string | undefined): Promise<Front> {
  const browser = await browserAt(address);
  const errors = errorsSince(server);
  return {
    variables: webVariables(server),
    browser,
    close: async () => {
      await browser.close();
      return errors();
    },
  };
}

/** A server of this site's own, and a browser. */
async function ownFront(environment: Record<string, string>, hasName: boolean, address: string | undefined): Promise<Front> {
  const variables = { ...webVariables({ site: await freePort(), api: await freePort() }, hasName), ...environment };
  const [server, browser] = await Promise.all([startWebServer(variables), browserAt(address)]);
  return {
    variables,
    browser,
    close: async () => {
      await browser.close();
      return server.stop();
    },
  };
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
