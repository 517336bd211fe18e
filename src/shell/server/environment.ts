/** The web server's environment. Server only; no other file of the web app reads it. The API server validates the values at startup. */

export interface SiteEnvironment {
  /** The API's origin for browsers. */
  apiUrl: string;
  /** The API's origin for this process. */
  apiInternalUrl: string;
  /** The site's public origin. */
  siteUrl: string;
  appSecret: string | undefined;
  /** Proxies whose `x-forwarded-for` is trusted: addresses, CIDR ranges, or loopback, linklocal, uniquelocal. */
  trustedProxies: string[];
}

const variable = (name: string): string | undefined => process.env[name]?.trim() || undefined;
const origin = (url: string): string => url.replace(/\/+$/, '');

/** The current environment; cheap enough to read at each request. */
export function siteEnvironment(): SiteEnvironment {
  const apiPort = variable('API_PORT') ?? '8080';
  return {
    apiUrl: origin(variable('API_URL') ?? `http://localhost:${apiPort}`),
    apiInternalUrl: origin(variable('API_INTERNAL_URL') ?? `http://127.0.0.1:${apiPort}`),
    siteUrl: origin(variable('SITE_URL') ?? `http://localhost:${variable('PORT') ?? '3000'}`),
    appSecret: variable('APP_SECRET'),
    trustedProxies: (variable('TRUSTED_PROXIES') ?? '').split(/[\s,]+/).filter((entry) => entry !== ''),
  };
}
