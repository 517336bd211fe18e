/** A complete site in a copy of the checkout, with a bare page as the reference of its pages. */
import { rm } from 'node:fs/promises';
import { freeLivePorts, freePort } from '../../kit/processes/ports';
import { copyCheckout } from './copy';
import { temporaryFolder, root } from './hosts';
import { registerCleanup, local, startModule } from './processes';
import { output } from './rows';

export interface Site {
  url: string;
  api: string;
  databaseUrl: string;
}

/** The variables of a site on free ports of this machine, with its files in `folder`. */
export async function siteVariables(folder: string): Promise<NodeJS.ProcessEnv & { SITE_URL: string; API_URL: string }> {
  const [sitePort, apiPort] = [String(await freePort()), String(await freePort())];
  const api = `http://${local}:${apiPort}`;
  return {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: folder,
    PORT: sitePort,
    API_PORT: apiPort,
    ...(await freeLivePorts()),
    SITE_URL: `http://${local}:${sitePort}`,
    API_URL: api,
    API_INTERNAL_URL: api,
    DEMO: '1',
    DEMO_PASSWORD: 'a password for measuring',
    RATE_LIMIT_FACTOR: '100000',
    LOG_LEVEL: 'error',
  };
}

/** Builds and starts the copy, with demo accounts, on the database. */
export async function openSite(databaseUrl: string): Promise<Site> {
  const copy = await copyCheckout(root);
  registerCleanup(() => rm(copy, { recursive: true, force: true }));
  const env = await siteVariables(await temporaryFolder('site'));
  output.log('Building a copy of the checkout, with a bare page to compare with…');
  await startModule('bin/start.ts', copy, { ...env, DATABASE_URL: databaseUrl });
  return { url: env.SITE_URL, api: env.API_URL, databaseUrl };
}
