/** How the site is built and served. Headers that differ by request (the content security policy with its nonce) are set where pages are rendered. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Sources with texts: the site's own, and the tables of the contract that contain the names of rights. */
const haveTexts = /^(src|pages)\/|^contract\/(kernel\/(rights|delegate-rights)|money\/test-cards)[.]ts$/;

/** Part of the cache key: a cached build is valid only for the same loader code. */
const version = createHash('sha256');
for (const name of ['texts', 'children', 'rewrite', 'lazy-names', 'loader'])
  version.update(readFileSync(`${import.meta.dirname}/bin/words/${name}.js`));
const loaderVersion = version.digest('hex').slice(0, 12);

/**
 * @param {{ isLazy: boolean, isBare: boolean }} options
 * @param {import('next/dist/server/config-shared').TurbopackRuleCondition} where
 */
const wordsRule = (options, where) => ({
  condition: { all: [{ not: 'foreign' }, { path: haveTexts }, where] },
  loaders: [{ loader: `${import.meta.dirname}/bin/words/loader.js`, options: { ...options, loaderVersion } }],
});

/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  compress: true,
  // Each page has its own nonce, so no ETag would ever match; files are revalidated by their modification time.
  generateEtags: false,
  // The host resizes images; nothing is fetched through the site.
  images: { unoptimized: true },
  // Without this the components' styles are silently missing from server renders.
  bundlePagesRouterDependencies: true,
  // A lockfile in a folder above would otherwise be taken for the project's own.
  turbopack: {
    root: import.meta.dirname,
    resolveAlias: { 'next/dist/compiled/path-to-regexp': { browser: './src/lib/no-path-patterns.ts' } },
    // Texts are written in English in the sources; the loader turns them into calls that look up the translation.
    rules: Object.fromEntries(
      ['*.ts', '*.tsx'].map((name) => [
        name,
        [wordsRule({ isLazy: false, isBare: true }, 'browser'), wordsRule({ isLazy: true, isBare: false }, { not: 'browser' })],
      ]),
    ),
  },
  outputFileTracingRoot: import.meta.dirname,
  devIndicators: false,
  // Every route is a page: the client needs no list of other routes.
  experimental: { clientRouterFilter: false },
  // `npm test` checks the types; a build need not repeat it.
  typescript: { ignoreBuildErrors: true },
};
