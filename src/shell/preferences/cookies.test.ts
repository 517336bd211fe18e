/**
 * Preference cookies on a site with TLS.
 * @jest-environment-options {"url": "https://example.com/"}
 */
import Cookies from 'js-cookie';
import { preferenceCookieOptions } from './cookies';

test('preference cookies are Secure and SameSite=Lax', () => {
  expect(preferenceCookieOptions()).toEqual({ path: '/', sameSite: 'lax', expires: 365, secure: true });
  Cookies.set('theme', 'dark', preferenceCookieOptions());
  expect(Cookies.get('theme')).toBe('dark');
});
