/** The Dockerfile and the Compose files refer only to what exists, and their settings are valid. No container engine is needed. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readConfig } from '@server/kernel/config';
import { variables } from '@server/kernel/config-variables';
import { parse } from 'yaml';
import { readDockerfile } from '../kit/processes/dockerfile';
import { openTestHost, type TestHost } from '../kit/host/test-host';

interface Service {
  build?: string;
  image: string;
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  healthcheck?: { test?: string[]; disable?: boolean };
  depends_on?: string[] | Record<string, unknown>;
  volumes?: string[];
  network_mode?: string;
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}

const composeFiles = ['compose.yaml', 'deploy/compose.roles.yaml'];
const composeOf = (file: string): Compose => parse(readFileSync(file, 'utf8'), { merge: true }) as Compose;
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const dockerfile = readDockerfile();

/** Values for the variables that a person has to set. */
const requiredValues: Record<string, string> = {
  APP_SECRET: 'a secret of thirty-two letters or more',
  POSTGRES_PASSWORD: 'of-the-database',
  S3_SECRET_ACCESS_KEY: 'of-the-object-store',
};
/** Interpolates `${NAME:-default}` and `${NAME:?message}` as Compose does. */
const interpolated = (value: string): string =>
  value.replaceAll(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (whole, name: string, fallback: string | undefined) =>
    whole.includes(':?') ? (requiredValues[name] ?? `no value for ${name}`) : (requiredValues[name] ?? fallback ?? ''),
  );

/**
 * Fails unless the command starts a program that is in the image. It must not be npm, which exits at the first signal: the container
 * engine would then kill its child processes, including the database.
 */
function expectCommand(command: readonly string[]): void {
  const [program, ...args] = command;
  expect(program).toBe('node');
  expect(dockerfile.context).toContain(args.find((argument) => /\.m?[jt]s$/.test(argument)));
}

test('the image is built from existing files, and runs commands that it contains', () => {
  for (const source of dockerfile.copies.filter((path) => path !== '.')) expect(dockerfile.context).toContain(source);
  expectCommand(dockerfile.command);
  expectCommand(dockerfile.healthcheck);
  expect(dockerfile.user).not.toBe('root');
});

test('the image contains what a build reads, and no tests, secrets or data', () => {
  const { context } = dockerfile;
  for (const required of ['package-lock.json', 'next.config.js', 'locales/de.json', 'server/main.ts', 'pages/_app.tsx', 'public/sw.js'])
    expect(context).toContain(required);
  expect(context.filter((path) => /^(tests|data|coverage)\/|\.test\.tsx?$|^\.env$/.test(path))).toEqual([]);
  // Test files are not part of a build's fingerprint; all other tracked files are.
  const tracked = execFileSync('git', ['ls-files', 'bin', 'contract', 'packages', 'server', 'src', 'pages', 'public', 'styles'], {
    encoding: 'utf8',
  });
  const missing = tracked.split('\n').filter((path) => path !== '' && !context.includes(path) && !/\.test\.tsx?$/.test(path));
  expect(missing).toEqual([]);
});

describe.each(composeFiles)('%s', (file) => {
  const { services, volumes } = composeOf(file);
  const footlightServices = Object.entries(services).filter(([, { image }]) => image === 'footlight');

  it('builds the image from the Dockerfile, and starts commands that the image contains', () => {
    expect(footlightServices).not.toEqual([]);
    for (const [, { build = '', command = dockerfile.command, healthcheck }] of footlightServices) {
      expect(existsSync(join(dirname(file), build, 'Dockerfile'))).toBe(true);
      expectCommand(command);
      if (healthcheck?.test) expectCommand(healthcheck.test.slice(1));
    }
  });

  it('sets only existing variables, to valid values', () => {
    for (const [, { environment = {} }] of footlightServices) {
      const env = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, interpolated(value)]));
      expect(Object.keys(env).filter((name) => !(name in variables))).toEqual([]);
      // `npm start` creates its own secret.
      expect(() => readConfig({ APP_SECRET: requiredValues['APP_SECRET'], ...dockerfile.environment, ...env })).not.toThrow();
    }
  });

  it('refers to existing services and volumes', () => {
    for (const { depends_on: dependencies = [], volumes: serviceVolumes = [], network_mode: network } of Object.values(services)) {
      const named = [
        ...(Array.isArray(dependencies) ? dependencies : Object.keys(dependencies)),
        ...(network === undefined ? [] : [network.replace('service:', '')]),
      ];
      for (const name of named) expect(Object.keys(services)).toContain(name);
      for (const volume of serviceVolumes) expect(Object.keys(volumes)).toContain(volume.split(':')[0]);
    }
  });
});

test('the Compose file of roles starts every role once', () => {
  const { services } = composeOf('deploy/compose.roles.yaml');
  const started = Object.values(services).flatMap(({ image, command = [] }) => (image === 'footlight' ? `start:${command.at(-1)}` : []));
  expect(started.toSorted()).toEqual(
    Object.keys(scripts)
      .filter((name) => name.startsWith('start:'))
      .toSorted(),
  );
});

describe('the health check', () => {
  let testHost: TestHost;
  beforeAll(async () => {
    testHost = await openTestHost();
  });
  afterAll(() => testHost.close());

  const check = (names: string[], env: Record<string, string>): Promise<{ code: number | null; stderr: string }> =>
    new Promise((resolve) => {
      execFile(process.execPath, ['deploy/healthcheck.mjs', ...names], { env: { ...env, NODE_ENV: 'test' } }, (error, _stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), stderr }),
      );
    });

  it('passes while the API server is ready, and otherwise names the process that does not respond', async () => {
    expect(await check(['api'], { API_PORT: new URL(testHost.url).port })).toEqual({ code: 0, stderr: '' });
    const unavailable = await check(['api'], { API_PORT: '9' });
    expect([unavailable.code, unavailable.stderr]).toEqual([1, expect.stringContaining('api does not answer at http://127.0.0.1:9/ready')]);
    expect(await check(['database'], {})).toEqual({ code: 1, stderr: 'There is no process database: choose from site, api, worker.\n' });
  });
});
