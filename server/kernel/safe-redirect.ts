/** Where people may be sent to. */
import type { Context } from '../platform/context';

/** Whether an address lies on the site itself: people are sent nowhere else. */
export function isOnSite({ config }: Pick<Context, 'config'>, address: string): boolean {
  return URL.canParse(address) && new URL(address).origin === config.siteUrl;
}
