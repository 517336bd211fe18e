/** All families in one map: the whole API. */
import admin from './admin';
import auth from './auth';
import blocking from './blocking';
import type { Endpoint } from './endpoint';
import performers from './performers';
import reference from './reference';
import site from './site';
import users from './users';

export const families = { auth, users, blocking, performers, site, reference, admin };

export const api = { ...auth, ...users, ...blocking, ...performers, ...site, ...reference, ...admin };

export type Api = typeof api;
export type Name = keyof Api;

/** The declaration of an endpoint, with the common face of all. */
export function endpoint(name: Name): Endpoint {
  return api[name];
}
