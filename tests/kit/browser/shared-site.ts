/**
 * What the journeys of one run share: a browser, and for each worker a web server. Every test file starts a new API server behind
 * that web server.
 */
import { readFileSync } from 'node:fs';

interface Ports {
  site: number;
  api: number;
}

export interface SharedServer extends Ports {
  errorsFile: string;
}

export interface Shared {
  /** The address to connect to. */
  browser: string;
  /** By worker. */
  servers: SharedServer[];
}

/** Set by the setup of the run. */
export const sharedVariable = 'JOURNEYS_SHARED';

const address = '127.0.0.1';
/** Passkeys need a site with a domain name, not an IP address. */
const namedAddress = 'localhost';

/** The variables of a site's web server and its API server, which gets further variables. */
export function webVariables({ site, api }: Ports, hasName = false): Record<string, string> {
  const origin = (port: number): string => `http://${hasName ? namedAddress : address}:${String(port)}`;
  return {
    PORT: String(site),
    API_PORT: String(api),
    SITE_URL: origin(site),
    API_URL: origin(api),
    APP_SECRET: 'a secret for journeys only, long enough',
    DEMO: '0',
    RATE_LIMIT_FACTOR: '1000',
  };
}

/** What this worker shares with its test files; null outside a run of the journeys, for example in a benchmark. */
export function sharedInWorker(): { browser: string; server: SharedServer } | null {
  const text = process.env[sharedVariable];
  if (text === undefined) return null;
  const { browser, servers } = JSON.parse(text) as Shared;
  const server = servers[Number(process.env['JEST_WORKER_ID'] ?? 1) - 1];
  return server ? { browser, server } : null;
}

/** Returns a function that gives the errors that the server has written since this call. */
export function errorsSince({ errorsFile }: SharedServer): () => string {
  const length = readFileSync(errorsFile, 'utf8').length;
  return () => readFileSync(errorsFile, 'utf8').slice(length);
}
