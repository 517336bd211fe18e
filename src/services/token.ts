/** The session's token in its cookie, which scripts must read: the header of every call is made from it. */
import { cookies } from '@contract/kernel/conventions';
import * as limits from '@contract/kernel/limits';
import Cookies from 'js-cookie';

const day_s = 86_400;

/** Keeps a token under this name. */
export const keepToken = (name: string, value: string, expires: number | Date): void => {
  Cookies.set(name, value, { path: '/', sameSite: 'lax', secure: window.location.protocol === 'https:', expires });
};

/** The stored token, or undefined for a guest. */
export function readToken(): string | undefined {
  return Cookies.get(cookies.session);
}

/** Keeps the token for 365 days when the person wants to be remembered, else for one. */
export function storeToken(token: string, remember: boolean): void {
  const { remembered_s, short_s } = limits.session;
  keepToken(cookies.session, token, (remember ? remembered_s : short_s) / day_s);
}

export function removeToken(): void {
  Cookies.remove(cookies.session, { path: '/' });
  Cookies.remove(cookies.own, { path: '/' });
}
