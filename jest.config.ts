/**
 * Four kinds of test: `host` (Node.js, real PostgreSQL), `render` (the site's server render before a real host), `web` (jsdom) and
 * `journeys` (a real browser; `npm run test:journeys`).
 * @jest-config-loader esbuild-register
 */
import type { Config } from 'jest';
import nextJest from 'next/jest.js';

const createConfig = nextJest({ dir: './' });

/** Packages that are ES modules only: they are transformed like our own files. */
const modulesOnly = [
  'jose',
  'file-type',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer',
  '@borewit',
  'uuid',
  'cookie',
  'msw',
  '@mswjs',
  'until-async',
  'rettime',
  '@open-draft',
  'headers-polyfill',
  'strict-event-emitter',
  'outvariant',
  'rate-limiter-flexible',
  'postal-mime',
  'p-limit',
  'yocto-queue',
  'typed-redux-saga',
  '@sindresorhus',
  'hast(script|-util-[a-z0-9-]+)',
  'unist-util-[a-z-]+',
  'vfile(-[a-z]+)?',
  '(property|html-void|trim)-[a-z]+',
  '(space|comma)-separated-tokens',
  'web-namespaces',
  'parse5',
  'entities',
  'stringify-entities',
  'character-entities-[a-z0-9-]+',
  'devlop',
  'zwitch',
  'ccount',
];

const rooms = {
  '^@client-address/(.*)$': '<rootDir>/packages/client-address/src/$1',
  '^@contract/(.*)$': '<rootDir>/contract/$1',
  '^@server/(.*)$': '<rootDir>/server/$1',
  '^@sfu/(.*)$': '<rootDir>/packages/sfu/src/$1',
  '^@web/(.*)$': '<rootDir>/src/$1',
};

/** Exported only to `import`; the test runner's `require` cannot load them. */
const importOnly = { '^file-type$': '<rootDir>/node_modules/file-type/index.js' };

/** Node.js loads the modules, once for all files of a worker. */
const native = {
  testEnvironment: '<rootDir>/tests/kit/setup/native/environment.cjs',
  runtime: '<rootDir>/tests/kit/setup/native/runtime.cjs',
};

/** The packages are evaluated once for all files of a worker, in one window. */
const sharedWindow = {
  testEnvironment: '<rootDir>/tests/kit/setup/shared-window/environment.cjs',
  runtime: '<rootDir>/tests/kit/setup/shared-window/runtime.cjs',
};

/** Slow fault and conversion tests: only `npm run test:all` runs them. */
const ignored = process.env['TEST_DEPTH'] === 'thorough' ? [] : ['\\.long\\.test\\.ts$'];

async function project(own: Config): Promise<Config> {
  const config = await createConfig({ moduleNameMapper: { ...rooms, ...importOnly }, testPathIgnorePatterns: ignored, ...own })();
  // Next's own list of untransformed packages would include these.
  return { ...config, transformIgnorePatterns: [`/node_modules/(?!(${modulesOnly.join('|')})/)`, '^.+\\.module\\.(css|sass|scss)$'] };
}

export default async (): Promise<Config> => {
  const setups = {
    globalSetup: '<rootDir>/tests/kit/setup/database.setup.ts',
    globalTeardown: '<rootDir>/tests/kit/setup/database.teardown.ts',
  };
  const host = await project({
    displayName: 'host',
    testMatch: ['<rootDir>/{contract,packages,server,tests/contract,tests/faults}/**/*.test.ts'],
    ...native,
    ...setups,
  });
  const render = await project({
    displayName: 'render',
    testEnvironment: 'node',
    testMatch: ['<rootDir>/tests/render/**/*.test.ts'],
    ...setups,
  });
  const web = await project({
    displayName: 'web',
    ...sharedWindow,
    testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}', '<rootDir>/tests/pages/**/*.test.{ts,tsx}'],
    setupFilesAfterEnv: ['<rootDir>/tests/kit/setup/browser.setup.ts'],
  });
  const journeys = await project({
    displayName: 'journeys',
    ...native,
    testMatch: ['<rootDir>/tests/journeys/**/*.test.ts'],
    ...setups,
    globalSetup: '<rootDir>/tests/kit/setup/journeys.setup.ts',
    globalTeardown: '<rootDir>/tests/kit/setup/journeys.teardown.ts',
  });
  const projects = process.env['JOURNEYS'] === '1' ? [journeys] : [host, render, web];
  // Ends a hanging test; longer than the waits inside tests (tests/kit/timing/max-wait.ts).
  const hangs_ms = process.env['TEST_DEPTH'] === 'thorough' ? 1_200_000 : process.env['JOURNEYS'] === '1' ? 600_000 : 240_000;
  const sequencer = process.env['TEST_ORDER'] === undefined ? {} : { testSequencer: '<rootDir>/tests/kit/setup/random-order.cjs' };
  return { projects, testTimeout: hangs_ms, ...sequencer };
};
