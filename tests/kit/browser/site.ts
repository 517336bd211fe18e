/**
 * A complete site for a journey: the real API server in this process on a fresh database, the built site in its own process, and a
 * Chromium. Any error that the web server logs fails the journey.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import PostalMime from 'postal-mime';
import type { Context } from '@server/platform/context';
import { ensureDefaultPages } from '@server/site/site/site';
import { connectBrowser, openBrowser } from './browser';
import { eventually } from '../timing/eventually';
import { engineProcess, type EngineProcess } from '../live/engine-process';
import { freeLivePorts, freePort } from '../processes/ports';
import { errorsSince, sharedInWorker, webVariables } from './shared-site';
import { startWebServer } from '../processes/web-server';
import { openTestHost } from '../host/test-host';
import type { SiteTemplate, TestHost } from '../host/test-host';

export interface Site {
  testHost: TestHost;
  /** The origin at which people open the site. */
  url: string;
  browser: Browser;
  /** The live engine's process, if the site has one. */
  engine: EngineProcess;
  /** Waits for a mail to `to` whose subject matches; returns the path and query of the link in the latest one. */
  mailedLink(to: string, subject: RegExp): Promise<string>;
  close(): Promise<void>;
}

/** Variables that the web server does not read: a site that overrides only these can use the worker's server. */
const hostOnly = new Set(['DEMO_PASSWORD']);

interface SiteOptions {
  geo?: Context['geo'];
  /** Starts a live engine. */
  hasLive?: boolean;
  /** Serves it under a host name instead of an IP address. */
  hasName?: boolean;
  /** The template database and files that its API server starts with. */
  origin?: () => Promise<SiteTemplate>;
}

/** The browser and the web server of a site. */
interface Frontend {
  variables: Record<string, string>;
  browser: Browser;
  /** Closes what belongs to this site alone, and returns the errors that the web server logged. */
  close(): Promise<string>;
}

/** Starts a site; `environment` overrides variables of API server and web server, `options` replaces external dependencies. */
export async function openSite(environment: Record<string, string> = {}, options: SiteOptions = {}): Promise<Site> {
  const { hasLive = false, hasName = false, origin, ...contextOverrides } = options;
  const shared = sharedInWorker();
  const usesShared = shared !== null && !hasName && Object.keys(environment).every((name) => hostOnly.has(name));
  // The shared browser may have no cameras.
  const browser = hasLive ? undefined : shared?.browser;
  const frontend = usesShared ? await sharedFrontend(shared, browser) : await dedicatedFrontend(environment, hasName, browser);
  const variables: Record<string, string> = { ...frontend.variables, ...(hasLive && (await freeLivePorts())), ...environment };
  const url = variables['SITE_URL'] ?? '';
  const testHost = await openTestHost(variables, contextOverrides, await origin?.());
  await ensureDefaultPages(testHost.ctx);
  await testHost.ctx.jobs.work(testHost.ctx);
  const engine = engineProcess({ ...variables, DATA_DIR: testHost.ctx.config.dataDir, LOG_LEVEL: 'error' });
  if (hasLive) await engine.start();
  return {
    testHost,
    url,
    browser: frontend.browser,
    engine,
    mailedLink: (to, subject) => mailedLink(join(testHost.ctx.config.dataDir, 'outbox'), url, to, subject),
    close: async () => {
      const errors = await frontend.close();
      await testHost.close();
      await engine.kill();
      if (engine.output() !== '') throw new Error(`The live engine said:\n${engine.output()}`);
      if (errors !== '') throw new Error(`The web server wrote errors:\n${errors}`);
    },
  };
}

/** The run's browser if its address is given, else a new one. */
const browserAt = (address: string | undefined): Promise<Browser> => (address === undefined ? openBrowser() : connectBrowser(address));

/** The worker's server, and a browser. */
async function sharedFrontend({ server }: NonNullable<ReturnType<typeof sharedInWorker>>, address: string | undefined): Promise<Frontend> {
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

/** A server for this site alone, and a browser. */
async function dedicatedFrontend(environment: Record<string, string>, hasName: boolean, address: string | undefined): Promise<Frontend> {
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

function mailedLink(outbox: string, siteUrl: string, to: string, subject: RegExp): Promise<string> {
  return eventually(async () => {
    const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml'));
    const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))));
    const matching = mails
      .filter((mail) => mail.to?.some(({ address }) => address === to) && subject.test(mail.subject ?? ''))
      .sort((a, b) => (a.date ?? '').localeCompare(b.date ?? ''));
    const link = new RegExp(`${siteUrl}(/\\S+token=[\\w-]+)`).exec(matching.at(-1)?.text ?? '')?.[1];
    if (link === undefined)
      throw new Error(`No mail to ${to} about ${String(subject)}; there are: ${mails.map((mail) => mail.subject).join(' | ')}`);
    return link;
  });
}
