/** The site server's environment. Server only, and the only file of the web that reads it. The host checks the values at its start. */

export interface SiteEnvironment {
  /** What browsers call: an origin. */
  apiUrl: string;
  /** What this process calls. */
  apiInternalUrl: string;
  /** Where people open the site. */
  siteUrl: string;
  appSecret: string | undefined;
  /** Proxies whose `x-forwarded-for` counts: addresses, ranges, or the words loopback, linklocal, uniquelocal. */
  trustedProxies: string[];
}

const given = (name: string): string | undefined => process.env[name]?.trim() || undefined;
const origin = (url: string): string => url.replace(/\/+$/, '');

/** The environment as it is now; cheap enough to ask for each request. */
export function siteEnvironment(): SiteEnvironment {
  const apiPort = given('API_PORT') ?? '8080';
  return {
    apiUrl: origin(given('API_URL') ?? `http://localhost:${apiPort}`),
    apiInternalUrl: origin(given('API_INTERNAL_URL') ?? `http://127.0.0.1:${apiPort}`),
    siteUrl: origin(given('SITE_URL') ?? `http://localhost:${given('PORT') ?? '3000'}`),
    appSecret: given('APP_SECRET'),
    trustedProxies: (given('TRUSTED_PROXIES') ?? '').split(/[\s,]+/).filter((entry) => entry !== ''),
  };
}
