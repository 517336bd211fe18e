import { clockOf, timeAgo } from './dates';
import { errorMessage } from './error-message';
import {
  parseAmount,
  currencySign,
  formatCurrency,
  formatTokens,
  discountedPrice,
  shortTokens,
  splitPrice,
  formatTokenCount,
  equalPartOf,
  sumOf,
  totalOf,
} from './money';
import { passwordStrength } from '../password-strength';
import { loginPath, profilePath, safeNext } from '../paths';

describe('amounts', () => {
  it("in tokens have two decimals, in the viewer's number format", () => {
    expect(formatTokens(1234.5)).toBe('1,234.50');
    expect(formatTokens(1234.5, 'de')).toBe('1.234,50');
  });
  it('in tokens omit needless decimals for screen readers', () => {
    expect([formatTokenCount(1), formatTokenCount(20), formatTokenCount(12.5)]).toEqual(['1 token', '20 tokens', '12.50 tokens']);
  });
  it('charged to a card have their currency symbol', () => {
    expect(formatCurrency(9.99, 'USD')).toBe('$9.99');
  });
  it.each([
    ['20', 20],
    [' 9,99 ', 9.99],
    ['0.5', 0.5],
    ['1.999', null],
    ['1e3', null],
    ['-4', null],
    ['', null],
  ])('typed as %j are parsed as %j', (typed, amount) => {
    expect(parseAmount(typed)).toBe(amount);
  });
});

describe('times', () => {
  const now = '2026-05-08T12:00:00Z';
  it.each([
    ['2026-05-08T11:59:40Z', 'now'],
    ['2026-05-08T09:00:00Z', '3 hr. ago'],
    ['2026-05-07T12:00:00Z', 'yesterday'],
    ['2026-05-02T12:00:00Z', '6 days ago'],
    ['2026-05-01T12:00:00Z', 'May 1, 2026'],
    ['2026-05-08T12:05:00Z', 'in 5 min.'],
  ])('such as %s are shown as "%s"', (at, expected) => {
    expect(timeAgo(at, now, 'en', 'UTC')).toBe(expected);
  });
  it('that remain count down, and stop at zero', () => {
    expect([clockOf(65_000), clockOf(3_600_000), clockOf(-5)]).toEqual(['1:05', '1:00:00', '0:00']);
  });
});

describe('paths', () => {
  it('prefer the username of a performer', () => {
    expect(profilePath({ id: '7', username: 'ada' })).toBe('/ada');
    expect(profilePath({ id: '7', username: null })).toBe('/7');
  });
  it('accept a `next` path of this site', () => {
    expect(safeNext('/ada?subscribe=monthly#top')).toBe('/ada?subscribe=monthly#top');
  });
  it.each([
    '//evil.test',
    '/\\evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    '/\t/evil.test',
    '/..//evil.test',
    '/auth/login?next=/',
    '',
    undefined,
    ['/a'],
  ])('fall back for the unsafe `next` %j', (next) => {
    expect(safeNext(next, '/home')).toBe('/home');
  });
  it('of the sign-in page carry only a safe `next`', () => {
    expect(loginPath('/ada?tip=20')).toBe('/auth/login?next=%2Fada%3Ftip%3D20');
    expect(loginPath('//evil.test')).toBe('/auth/login');
  });
});

describe('the split of a price', () => {
  it("rounds the site's commission down to the cent and gives the rest to the performer", () => {
    expect(splitPrice(20, 0.2)).toEqual({ price: 20, earning: 16, commission: 4 });
    expect(splitPrice(9.99, 0.2)).toEqual({ price: 9.99, earning: 8, commission: 1.99 });
    expect(splitPrice(0.01, 0.99)).toEqual({ price: 0.01, earning: 0.01, commission: 0 });
  });
  it('is exact for rates that have no exact binary fraction', () => {
    expect(splitPrice(1, 0.29).commission).toBe(0.29);
    expect(splitPrice(100, 0.0575).commission).toBe(5.75);
  });
  it('always adds up', () => {
    for (let cents = 0; cents < 2000; cents += 7) {
      const { price, earning, commission } = splitPrice(cents / 100, 0.1234);
      expect(sumOf(earning, commission)).toBe(price);
    }
  });
});

describe('sums', () => {
  it('are exact to the cent', () => {
    expect(sumOf(0.1, 0.2)).toBe(0.3);
    expect(sumOf(100, -99.99)).toBe(0.01);
  });

  it('of several pieces are exact, and parts are rounded to the cent', () => {
    expect(totalOf(1.1, 3)).toBe(3.3);
    expect(totalOf(0.07, 100)).toBe(7);
    expect([equalPartOf(100, 3), equalPartOf(29.99, 3), equalPartOf(0.05, 2)]).toEqual([33.33, 10, 0.03]);
  });
  it('of discounted prices are rounded as on the server', () => {
    expect(discountedPrice(9.99, 0.25)).toBe(7.5);
    expect(discountedPrice(29.97, 0.1)).toBe(26.98);
  });
  it('omit zero decimals on buttons', () => {
    expect([shortTokens(20), shortTokens(12.5), currencySign('usd')]).toEqual(['20', '12.50', '$']);
  });
});

describe('the message of an error', () => {
  it('is its own message', () => {
    expect(errorMessage(new Error('Offline'))).toBe('Offline');
  });
  it('is a nested message if it has none of its own', () => {
    expect(errorMessage({ response: { data: { message: 'This username is taken.' } } })).toBe('This username is taken.');
    expect(errorMessage({ data: { message: 'Full' } })).toBe('Full');
  });
  it.each([null, undefined, 7, {}, { message: '' }, { message: { toString: 'x' } }])('is the generic message for %j', (thrown) => {
    expect(errorMessage(thrown)).toBe('Something went wrong, please try again later');
  });
});

describe('the strength of a password', () => {
  it.each([
    ['abc', 'too short'],
    ['password123', 'weak'],
    ['aaaaaaaaaaaa', 'weak'],
    ['kitchen table', 'good'],
    ['correct Horse battery 7', 'strong'],
  ])('of %j is %s', (password, word) => {
    expect(passwordStrength(password).word).toBe(word);
  });
});
