/** Every endpoint of the API, family by family. */
import addresses from './content/addresses';
import adjustments from './money/adjustments';
import admin from './site/admin';
import adminDisputes from './money/admin-disputes';
import adminMoney from './money/admin-money';
import adminPayouts from './money/admin-payouts';
import adminSite from './site/admin-site';
import audit from './site/audit';
import auth from './people/auth';
import blocking from './people/blocking';
import consent from './safety/consent';
import conversations from './talk/conversations';
import backOffice from './safety/desk';
import earnings from './money/earnings';
import type { Endpoint } from './kernel/endpoint';
import fans from './talk/fans';
import files from './content/files';
import passkeys from './people/passkeys';
import payments from './money/payments';
import feeds from './content/feeds';
import galleries from './content/galleries';
import delegation from './people/delegation';
import keys from './people/keys';
import messages from './talk/messages';
import moderation from './safety/moderation';
import notifications from './people/notifications';
import orders from './content/orders';
import performers from './people/performers';
import privacy from './site/privacy';
import products from './content/products';
import promos from './site/promos';
import reference from './site/reference';
import reports from './safety/reports';
import responses from './content/responses';
import search from './content/search';
import twoFactor from './people/two-factor';
import site from './site/site';
import statistics from './site/statistics';
import streaming from './live/streaming';
import subscriptions from './money/subscriptions';
import team from './people/team';
import users from './people/users';
import videos from './content/videos';
import wallet from './money/wallet';
import webhooks from './site/webhooks';

export const families = {
  auth,
  twoFactor,
  passkeys,
  users,
  delegation,
  privacy,
  blocking,
  performers,
  feeds,
  galleries,
  consent,
  videos,
  products,
  orders,
  addresses,
  conversations,
  messages,
  fans,
  streaming,
  notifications,
  responses,
  reports,
  moderation,
  search,
  wallet,
  payments,
  subscriptions,
  earnings,
  site,
  reference,
  files,
  admin,
  statistics,
  audit,
  team,
  adminMoney,
  adminPayouts,
  adminDisputes,
  adjustments,
  backOffice,
  adminSite,
  promos,
  webhooks,
  keys,
};

export const api = {
  ...auth,
  ...twoFactor,
  ...passkeys,
  ...users,
  ...delegation,
  ...privacy,
  ...blocking,
  ...performers,
  ...feeds,
  ...galleries,
  ...consent,
  ...videos,
  ...products,
  ...orders,
  ...addresses,
  ...conversations,
  ...messages,
  ...fans,
  ...streaming,
  ...notifications,
  ...responses,
  ...reports,
  ...moderation,
  ...search,
  ...wallet,
  ...payments,
  ...subscriptions,
  ...earnings,
  ...site,
  ...reference,
  ...files,
  ...admin,
  ...statistics,
  ...audit,
  ...team,
  ...adminMoney,
  ...adminPayouts,
  ...adminDisputes,
  ...adjustments,
  ...backOffice,
  ...adminSite,
  ...promos,
  ...webhooks,
  ...keys,
};

export type Api = typeof api;
export type Name = keyof Api;

/** The declaration of an endpoint, typed as the general `Endpoint`. */
export function endpoint(name: Name): Endpoint {
  return api[name];
}
