/** The context of a page's `load` on the server: the visitor's services, and the URL. */
import type { Api, Name } from '@contract/api';
import type { ResponseBody, Input } from '@contract/kernel/endpoint';
import type { CurrentUser } from './current-user';
import type { Services } from './services';

export interface LoadContext {
  /** Services with the visitor's session. */
  services: Services;
  /** Calls an endpoint by name. The response becomes the initial data of `useEndpoint` with the same name and input. */
  read: <N extends Name>(name: N, input: Input<Api[N]>) => Promise<ResponseBody<Api[N]>>;
  /**
   * As `read`, for responses that are equal for all guests of a country: concurrent guests share one call. Not for endpoints that
   * count views.
   */
  readShared: <N extends Name>(name: N, input: Input<Api[N]>) => Promise<ResponseBody<Api[N]>>;
  /** Route and query values; the first of a repeated key. */
  query: Readonly<Record<string, string | undefined>>;
  viewer: CurrentUser | null;
  /** The site's public origin. */
  siteUrl: string;
}
