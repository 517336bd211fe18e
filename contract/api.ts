/** All families in one map: the whole API. */
import admin from './admin';
import adminMoney from './admin-money';
import auth from './auth';
import blocking from './blocking';
import earnings from './earnings';
import type { Endpoint } from './endpoint';
import payments from './payments';
import performers from './performers';
import reference from './reference';
import site from './site';
import subscriptions from './subscriptions';
import users from './users';
import wallet from './wallet';

export const families = {
  auth,
  users,
  blocking,
  performers,
  wallet,
  payments,
  subscriptions,
  earnings,
  site,
  reference,
  admin,
  adminMoney,
};

export const api = {
  ...auth,
  ...users,
  ...blocking,
  ...performers,
  ...wallet,
  ...payments,
  ...subscriptions,
  ...earnings,
  ...site,
  ...reference,
  ...admin,
  ...adminMoney,
};

export type Api = typeof api;
export type Name = keyof Api;

/** The declaration of an endpoint, with the common face of all. */
export function endpoint(name: Name): Endpoint {
  return api[name];
}
