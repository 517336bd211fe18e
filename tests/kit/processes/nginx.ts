/** The sample of a proxy, deploy/nginx.conf, run as it is written: only its addresses and folders are replaced. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, request, type RequestOptions } from 'node:https';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../timing/eventually';
import { freePort } from './ports';

/** Whether tests that need the proxy can run here. */
export const hasNginx = spawnSync('nginx', ['-v']).status === 0 && spawnSync('openssl', ['version']).status === 0;

export interface Replied {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export interface TestNginx {
  /** The port of TLS. */
  port: number;
  /** Leads every name to the proxy, and trusts its certificate. */
  agent: Agent;
  /** Asks for an address under a name of the sample. */
  ask(address: string, options?: RequestOptions, body?: string): Promise<Replied>;
  /** All that it has written, also as errors. */
  written(): string;
  close(): Promise<void>;
}

interface Behind {
  site: number;
  hosts: [number, number];
}

const local = '127.0.0.1';
/** Whether this machine has IPv6. Where it has not, another address of its own stands in. */
export const hasIPv6 = Object.values(networkInterfaces()).some((interfaces) => interfaces?.some(({ address }) => address === '::1'));
const localOfIPv6 = hasIPv6 ? '[::1]' : '127.0.0.6';
/** Where callers come from: another address of this machine than that from which the proxy asks. */
export const callersAddress = '127.0.0.9';

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

/** Replaces what the sample's head says to replace; a placeholder that is not there is a fault of the sample. */
function sampleFor(folder: string, tls: number, plain: number, behind: Behind): string {
  const replacements: [string, string][] = [
    ['10.0.0.11:3000', `${local}:${String(behind.site)}`],
    ['10.0.0.11:8080', `${local}:${String(behind.hosts[0])}`],
    ['10.0.0.12:8080', `${local}:${String(behind.hosts[1])}`],
    ['/etc/ssl/example.com', folder],
    ['/var/log/nginx', folder],
    ['/var/cache/nginx', folder],
    ['listen [::]:443', `listen ${localOfIPv6}:${String(tls)}`],
    ['listen [::]:80', `listen ${localOfIPv6}:${String(plain)}`],
    ['listen 443', `listen ${local}:${String(tls)}`],
    ['listen 80', `listen ${local}:${String(plain)}`],
  ];
  return replacements.reduce(
    (text, [placeholder, value]) => {
      if (!text.includes(placeholder)) throw new Error(`the sample has no ${placeholder}`);
      return text.replaceAll(placeholder, value);
    },
    readFileSync('deploy/nginx.conf', 'utf8'),
  );
}

/** What a distribution's own nginx.conf has around its conf.d. As root its workers would have no way into the folder of the test. */
const around = (folder: string): string => `
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

/** Starts the proxy before a site and two hosts of this machine. */
export async function startNginx(behind: Behind): Promise<TestNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'footlight-nginx-'));
  const [port, plain] = [await freePort(), await freePort()];
  makeCertificate(folder);
  writeFileSync(join(folder, 'footlight.conf'), sampleFor(folder, port, plain, behind));
  writeFileSync(join(folder, 'nginx.conf'), around(folder));
  const child = spawn('nginx', ['-e', join(folder, 'error.log'), '-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const agent = new Agent({
    ca: readFileSync(join(folder, 'fullchain.pem')),
    localAddress: callersAddress,
    lookup: (_name, { all }, found) => {
      if (all) found(null, [{ address: local, family: 4 }]);
      else found(null, local, 4);
    },
  });
  const read = (name: string): string => readFileSync(join(folder, name), { encoding: 'utf8', flag: 'a+' });
  const nginx: TestNginx = {
    port,
    agent,
    ask: async (address, options = {}, body) => {
      const sent = request(address, { agent, port, ...options });
      sent.end(body);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      let text = '';
      for await (const chunk of response) text += String(chunk);
      return { status: response.statusCode ?? 0, headers: response.headers, text };
    },
    written: () => ['footlight.log', 'access.log', 'error.log'].map(read).join('\n') + said,
    close: async () => {
      agent.destroy();
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${said}${read('error.log')}`);
    await nginx.ask('https://api.example.com/health');
  }, 10_000);
  return nginx;
}
