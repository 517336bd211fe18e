/** How the site is built and served. Headers that differ by request (the policy with its nonce) are set where pages are rendered. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Sources with texts: the site's own, and the tables of the contract that show what rights are called. */
const haveTexts = /^(src|pages)\/|^contract\/(kernel\/rights|kernel\/delegate-rights|money\/test-cards)[.]ts$/;

/** What the build keeps of earlier builds holds for the same code of the loader alone. */
const version = createHash('sha256');
for (const name of ['texts', 'children', 'rewrite', 'late-names', 'loader'])
  version.update(readFileSync(`${import.meta.dirname}/bin/words/${name}.js`));
const loaderVersion = version.digest('hex').slice(0, 12);

/**
 * @param {{ isLate: boolean, isBare: boolean }} options
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
  // Each page has a nonce of its own: none is ever the same again, and files are known by when they were changed.
  generateEtags: false,
  // The host writes the pictures' sizes itself; nothing is fetched through the site.
  images: { unoptimized: true },
  // Without this the parts' styles are silently missing from server renders.
  bundlePagesRouterDependencies: true,
  // A lockfile in a folder above would otherwise be taken for the project's own.
  turbopack: {
    root: import.meta.dirname,
    resolveAlias: { 'next/dist/compiled/path-to-regexp': { browser: './src/lib/no-path-patterns.ts' } },
    // Texts are written in English where they stand; these calls find them in the reader's language.
    rules: Object.fromEntries(
      ['*.ts', '*.tsx'].map((name) => [
        name,
        [wordsRule({ isLate: false, isBare: true }, 'browser'), wordsRule({ isLate: true, isBare: false }, { not: 'browser' })],
      ]),
    ),
  },
  outputFileTracingRoot: import.meta.dirname,
  devIndicators: false,
  // Every route is a page: the list of the others would only travel.
  experimental: { clientRouterFilter: false },
  // `npm test` checks the types; a build need not do it again.
  typescript: { ignoreBuildErrors: true },
};
