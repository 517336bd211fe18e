import { landingOf } from './landing';
import { fan, performer } from '../../tests/kit/fixtures/accounts';

test('a fan with email and username lands on the home page', () => {
  expect(landingOf(fan())).toBe('/home');
});

test('a fan without email or username lands on the account setup', () => {
  expect(landingOf(fan({ email: null }))).toBe('/user/account');
  expect(landingOf(fan({ username: null }))).toBe('/user/account');
});

test('a performer with email and username lands on their profile', () => {
  expect(landingOf(performer())).toBe('/ada');
});

test('a performer without email or username lands on their account setup', () => {
  expect(landingOf(performer({ email: null }))).toBe('/creator/account');
  expect(landingOf(performer({ username: null }))).toBe('/creator/account');
});

test('keeps the `next` path, through the account setup too', () => {
  expect(landingOf(fan(), '/ada?tab=about')).toBe('/ada?tab=about');
  expect(landingOf(fan({ email: null }), '/ada?tab=about')).toBe('/user/account?next=%2Fada%3Ftab%3Dabout');
});

test.each(['//evil.test', '/\\evil.test', 'https://evil.test', '/\t/evil.test', 'javascript:alert(1)', '/auth/login', ''])(
  'ignores a `next` outside the site or in the sign-in area (%j)',
  (next) => {
    expect(landingOf(fan(), next)).toBe('/home');
  },
);
