/** All families in one map: the whole API. */
import addresses from './addresses';
import adjustments from './adjustments';
import admin from './admin';
import adminMoney from './admin-money';
import adminPayouts from './admin-payouts';
import adminSite from './admin-site';
import audit from './audit';
import auth from './auth';
import blocking from './blocking';
import conversations from './conversations';
import desk from './desk';
import earnings from './earnings';
import type { Endpoint } from './endpoint';
import fans from './fans';
import files from './files';
import passkeys from './passkeys';
import payments from './payments';
import feeds from './feeds';
import galleries from './galleries';
import helping from './helping';
import keys from './keys';
import messages from './messages';
import moderation from './moderation';
import notifications from './notifications';
import orders from './orders';
import performers from './performers';
import privacy from './privacy';
import products from './products';
import promos from './promos';
import reference from './reference';
import reports from './reports';
import responses from './responses';
import search from './search';
import secondStep from './second-step';
import site from './site';
import statistics from './statistics';
import streaming from './streaming';
import subscriptions from './subscriptions';
import team from './team';
import users from './users';
import videos from './videos';
import wallet from './wallet';
import webhooks from './webhooks';

export const families = {
  auth,
  secondStep,
  passkeys,
  users,
  helping,
  privacy,
  blocking,
  performers,
  feeds,
  galleries,
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
  adjustments,
  desk,
  adminSite,
  promos,
  webhooks,
  keys,
};

export const api = {
  ...auth,
  ...secondStep,
  ...passkeys,
  ...users,
  ...helping,
  ...privacy,
  ...blocking,
  ...performers,
  ...feeds,
  ...galleries,
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
  ...adjustments,
  ...desk,
  ...adminSite,
  ...promos,
  ...webhooks,
  ...keys,
};

export type Api = typeof api;
export type Name = keyof Api;

/** The declaration of an endpoint, with the common face of all. */
export function endpoint(name: Name): Endpoint {
  return api[name];
}
