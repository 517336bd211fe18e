/** Runs deploy/nginx.conf, the sample configuration, as it is: only its addresses and folders are replaced. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, request, type RequestOptions } from 'node:https';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../timing/eventually';
import { freePort } from './ports';

/** Whether this machine has the programs that the proxy tests need. */
export const hasNginx = spawnSync('nginx', ['-v']).status === 0 && spawnSync('openssl', ['version']).status === 0;

export interface ProxyResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export interface TestNginx {
  /** The TLS port. */
  port: number;
  /** Resolves every name to the proxy, and trusts its certificate. */
  agent: Agent;
  /** Sends a request to an address whose host name is one of the sample configuration. */
  fetch(address: string, options?: RequestOptions, body?: string): Promise<ProxyResponse>;
  /** All its logs, including errors. */
  logs(): string;
  close(): Promise<void>;
}

/** The ports of the upstream servers. */
interface Upstreams {
  site: number;
  apiServers: [number, number];
}

const local = '127.0.0.1';
/** Whether this machine has IPv6. If not, the proxy listens on another loopback address instead. */
export const hasIPv6 = Object.values(networkInterfaces()).some((interfaces) => interfaces?.some(({ address }) => address === '::1'));
const localIPv6 = hasIPv6 ? '[::1]' : '127.0.0.6';
/** The address of callers: a different loopback address than the one from which the proxy connects. */
export const clientAddress = '127.0.0.9';

function makeCertificate(folder: string): void {
  const names = ['-subj', '/CN=example.com', '-addext', 'subjectAltName=DNS:example.com,DNS:api.example.com'];
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', ...names, ...files],
    {
      stdio: 'ignore',
    },
  );
}

/** Replaces what the sample's header says to replace; a missing placeholder is a bug of the sample. */
function sampleFor(folder: string, tlsPort: number, httpPort: number, upstreams: Upstreams): string {
  const replacements: [string, string][] = [
    ['10.0.0.11:3000', `${local}:${String(upstreams.site)}`],
    ['10.0.0.11:8080', `${local}:${String(upstreams.apiServers[0])}`],
    ['10.0.0.12:8080', `${local}:${String(upstreams.apiServers[1])}`],
    ['/etc/ssl/example.com', folder],
    ['/var/log/nginx', folder],
    ['/var/cache/nginx', folder],
    ['listen [::]:443', `listen ${localIPv6}:${String(tlsPort)}`],
    ['listen [::]:80', `listen ${localIPv6}:${String(httpPort)}`],
    ['listen 443', `listen ${local}:${String(tlsPort)}`],
    ['listen 80', `listen ${local}:${String(httpPort)}`],
  ];
  return replacements.reduce(
    (text, [placeholder, value]) => {
      if (!text.includes(placeholder)) throw new Error(`the sample has no ${placeholder}`);
      return text.replaceAll(placeholder, value);
    },
    readFileSync('deploy/nginx.conf', 'utf8'),
  );
}

/** What a distribution's nginx.conf has around conf.d. Under root, its workers could not read the test's folder as another user. */
const mainConfig = (folder: string): string => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
pid ${join(folder, 'nginx.pid')};
error_log ${join(folder, 'error.log')} info;
events {}
http {
  access_log ${join(folder, 'access.log')};
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n  ')}
  include ${join(folder, 'footlight.conf')};
}
`;

/** Starts the proxy in front of a web server and two API servers on this machine. */
export async function startNginx(upstreams: Upstreams): Promise<TestNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'footlight-nginx-'));
  const [port, httpPort] = [await freePort(), await freePort()];
  makeCertificate(folder);
  writeFileSync(join(folder, 'footlight.conf'), sampleFor(folder, port, httpPort, upstreams));
  writeFileSync(join(folder, 'nginx.conf'), mainConfig(folder));
  const child = spawn('nginx', ['-e', join(folder, 'error.log'), '-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const agent = new Agent({
    ca: readFileSync(join(folder, 'fullchain.pem')),
    localAddress: clientAddress,
    lookup: (_name, { all }, callback) => {
      if (all) callback(null, [{ address: local, family: 4 }]);
      else callback(null, local, 4);
    },
  });
  const read = (name: string): string => readFileSync(join(folder, name), { encoding: 'utf8', flag: 'a+' });
  const nginx: TestNginx = {
    port,
    agent,
    fetch: async (address, options = {}, body) => {
      const clientRequest = request(address, { agent, port, ...options });
      clientRequest.end(body);
      const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
      let text = '';
      for await (const chunk of response) text += String(chunk);
      return { status: response.statusCode ?? 0, headers: response.headers, text };
    },
    logs: () => ['footlight.log', 'access.log', 'error.log'].map(read).join('\n') + stderr,
    close: async () => {
      agent.destroy();
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${stderr}${read('error.log')}`);
    await nginx.fetch('https://api.example.com/health');
  });
  return nginx;
}
