/**
 * Four kinds of test: `host` (Node.js, real PostgreSQL), `render` (the site's server render before a real host), `web` (jsdom) and
 * `journeys` (a real browser; `npm run test:journeys`).
 * @jest-config-loader esbuild-register
 */
import type { Config } from 'jest';
import nextJest from 'next/jest.js';

const createConfig = nextJest({ dir: './' });

/** Packages that come as ES modules only: they are transformed like our own files. */
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
  'country-state-city',
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

const rooms = { '^@contract/(.*)$': '<rootDir>/contract/$1', '^@server/(.*)$': '<rootDir>/server/$1', '^@web/(.*)$': '<rootDir>/src/$1' };

/** Offered to `import` alone, which the test runner's `require` does not see. */
const importOnly = { '^file-type$': '<rootDir>/node_modules/file-type/index.js' };

/** Modules are loaded by Node.js itself, once for all files of a worker. */
const native = {
  testEnvironment: '<rootDir>/tests/kit/setup/native/environment.cjs',
  runtime: '<rootDir>/tests/kit/setup/native/runtime.cjs',
};

async function project(own: Config): Promise<Config> {
  const config = await createConfig({ moduleNameMapper: { ...rooms, ...importOnly }, ...own })();
  // Next's own list of packages left alone would leave these untransformed too.
  return { ...config, transformIgnorePatterns: [`/node_modules/(?!(${modulesOnly.join('|')})/)`, '^.+\\.module\\.(css|sass|scss)$'] };
}

export default async (): Promise<Config> => {
  const setups = {
    globalSetup: '<rootDir>/tests/kit/setup/database.setup.ts',
    globalTeardown: '<rootDir>/tests/kit/setup/database.teardown.ts',
  };
  const host = await project({
    displayName: 'host',
    testMatch: ['<rootDir>/{contract,server,tests/contract,tests/faults}/**/*.test.ts'],
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
    testEnvironment: 'jest-fixed-jsdom',
    testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}', '<rootDir>/tests/pages/**/*.test.{ts,tsx}'],
    setupFilesAfterEnv: ['<rootDir>/tests/support/browser.setup.ts'],
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
  return { projects, testTimeout: process.env['JOURNEYS'] === '1' ? 120_000 : 30_000 };
};
