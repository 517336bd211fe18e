/**
 * How choices are kept by a browser that came encrypted.
 * @jest-environment-options {"url": "https://example.com/"}
 */
import Cookies from 'js-cookie';
import { keptChoice } from './chosen';

test('a choice is sent over encrypted connections alone, and not with requests that other sites begin', () => {
  expect(keptChoice()).toEqual({ path: '/', sameSite: 'lax', expires: 365, secure: true });
  Cookies.set('theme', 'dark', keptChoice());
  expect(Cookies.get('theme')).toBe('dark');
});
