/** How the site is built and served. Headers that differ by request (the policy with its nonce) are set where pages are rendered. */

/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  compress: true,
  // The host writes the pictures' sizes itself; nothing is fetched through the site.
  images: { unoptimized: true },
  // Without this the parts' styles are silently missing from server renders.
  bundlePagesRouterDependencies: true,
  // A lockfile in a folder above would otherwise be taken for the project's own.
  turbopack: { root: import.meta.dirname },
  outputFileTracingRoot: import.meta.dirname,
  devIndicators: false,
  // Every route is a page: the list of the others would only travel.
  experimental: { clientRouterFilter: false },
  // `npm test` checks the types; a build need not do it again.
  typescript: { ignoreBuildErrors: true },
};
