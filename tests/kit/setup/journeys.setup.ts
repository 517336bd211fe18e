/**
 * Runs once before the journeys: builds the site unless its sources are unchanged, and starts what test files share, so that no
 * file pays for it: the database server, one browser, and one web server for each worker.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Config } from 'jest';
import { openSharedBrowser } from '../browser/browser';
import { openDatabases } from './database.setup';
import { freePort } from '../processes/ports';
import { sharedVariable, webVariables, type Shared } from '../browser/shared-site';
import { startWebServer } from '../processes/web-server';

export interface JourneysRun {
  close(): Promise<void>;
}

declare global {
  var journeysRun: JourneysRun | undefined;
}

export default async function setup({ maxWorkers }: Pick<Config, 'maxWorkers'>): Promise<void> {
  await Promise.all([build(), openDatabases()]);
  const browser = await openSharedBrowser(await freePort());
  const servers = await Promise.all(Array.from({ length: Number(maxWorkers ?? 1) }, startSharedServer));
  const shared: Shared = { browser: browser.address, servers: servers.map(({ ports, errorsFile }) => ({ ...ports, errorsFile })) };
  process.env[sharedVariable] = JSON.stringify(shared);
  globalThis.journeysRun = {
    close: async () => {
      await browser.close();
      await Promise.all(servers.map(({ stop }) => stop()));
    },
  };
}

async function startSharedServer() {
  const ports = { site: await freePort(), api: await freePort() };
  return { ports, ...(await startWebServer(webVariables(ports))) };
}

async function build(): Promise<void> {
  const [code] = (await once(spawn(process.execPath, ['--import', 'tsx', 'bin/build.ts'], { stdio: 'inherit' }), 'exit')) as [number];
  if (code !== 0) throw new Error('The site could not be built.');
}
