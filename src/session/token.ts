/** The session's token in its cookie, which scripts must read: the header of every call is made from it. */
import { cookies } from '@contract/conventions';
import * as limits from '@contract/limits';
import Cookies from 'js-cookie';

const day_s = 86_400;

/** The stored token, or undefined for a guest. */
export function readToken(): string | undefined {
  return Cookies.get(cookies.session);
}

/** Keeps the token for 365 days when the person wants to be remembered, else for one. */
export function storeToken(token: string, remember: boolean): void {
  const { remembered_s, short_s } = limits.session;
  Cookies.set(cookies.session, token, {
    path: '/',
    sameSite: 'lax',
    secure: window.location.protocol === 'https:',
    expires: (remember ? remembered_s : short_s) / day_s,
  });
}

export function removeToken(): void {
  Cookies.remove(cookies.session, { path: '/' });
}
