/** The session token's cookie. It is not HttpOnly, since scripts send the token in the header of every call. */
import { cookies } from '@contract/kernel/conventions';
import * as limits from '@contract/kernel/limits';
import Cookies from 'js-cookie';

const day_s = 86_400;

/** Stores a token in the cookie `name`. `expires`: days, or a date. */
export const storeTokenCookie = (name: string, value: string, expires: number | Date): void => {
  Cookies.set(name, value, { path: '/', sameSite: 'lax', secure: window.location.protocol === 'https:', expires });
};

/** The stored token, or undefined for a guest. */
export function readToken(): string | undefined {
  return Cookies.get(cookies.session);
}

/** Stores the token for 365 days with "remember me", else for one day. */
export function storeToken(token: string, remember: boolean): void {
  const { remembered_s, short_s } = limits.session;
  storeTokenCookie(cookies.session, token, (remember ? remembered_s : short_s) / day_s);
}

export function removeToken(): void {
  Cookies.remove(cookies.session, { path: '/' });
  Cookies.remove(cookies.own, { path: '/' });
}
