/** Protection against open redirects. */
import type { Context } from '../platform/context';

/** Whether a URL belongs to the site: redirects to other origins are not allowed. */
export function isOnSite({ config }: Pick<Context, 'config'>, address: string): boolean {
  return URL.canParse(address) && new URL(address).origin === config.siteUrl;
}
