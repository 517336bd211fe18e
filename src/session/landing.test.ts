import { landingOf } from './landing';
import { fan, performer } from '../../tests/kit/answers/accounts';

test('a fan with e-mail and username lands at home', () => {
  expect(landingOf(fan())).toBe('/home');
});

test('a fan without e-mail or username lands on the account setup', () => {
  expect(landingOf(fan({ email: null }))).toBe('/user/account');
  expect(landingOf(fan({ username: null }))).toBe('/user/account');
});

test('a performer with e-mail and username lands on her profile', () => {
  expect(landingOf(performer())).toBe('/ada');
});

test('a performer without e-mail or username lands on her account setup', () => {
  expect(landingOf(performer({ email: null }))).toBe('/creator/account');
  expect(landingOf(performer({ username: null }))).toBe('/creator/account');
});

test('the place one came for is kept, through the account setup too', () => {
  expect(landingOf(fan(), '/ada?tab=about')).toBe('/ada?tab=about');
  expect(landingOf(fan({ email: null }), '/ada?tab=about')).toBe('/user/account?next=%2Fada%3Ftab%3Dabout');
});

test.each(['//evil.test', '/\\evil.test', 'https://evil.test', '/\t/evil.test', 'javascript:alert(1)', '/auth/login', ''])(
  'a place outside of the site, or the sign-in area (%j), is no place to land',
  (next) => {
    expect(landingOf(fan(), next)).toBe('/home');
  },
);
