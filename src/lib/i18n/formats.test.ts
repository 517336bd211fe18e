import { clockOf, timeAgo } from './dates';
import { errorMessage } from './error-message';
import { amountFrom, currencySign, formatCurrency, formatTokens, loweredBy, shortTokens, splitOf, spokenTokens, sumOf } from './money';
import { passwordStrength } from '../password-strength';
import { loginPath, profilePath, safeNext } from '../paths';

describe('amounts', () => {
  it('writes tokens with two decimals in the language of the reader', () => {
    expect(formatTokens(1234.5)).toBe('1,234.50');
    expect(formatTokens(1234.5, 'de')).toBe('1.234,50');
  });
  it('says tokens as one would', () => {
    expect([spokenTokens(1), spokenTokens(20), spokenTokens(12.5)]).toEqual(['1 token', '20 tokens', '12.50 tokens']);
  });
  it('gives card money its sign', () => {
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
  ])('reads %j as %j', (typed, amount) => {
    expect(amountFrom(typed)).toBe(amount);
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
  ])('tells %s as %s', (at, told) => {
    expect(timeAgo(at, now, 'en', 'UTC')).toBe(told);
  });
  it('counts down as a clock and stops at nothing', () => {
    expect([clockOf(65_000), clockOf(3_600_000), clockOf(-5)]).toEqual(['1:05', '1:00:00', '0:00']);
  });
});

describe('addresses', () => {
  it('prefers the username of a performer', () => {
    expect(profilePath({ id: '7', username: 'ada' })).toBe('/ada');
    expect(profilePath({ id: '7', username: null })).toBe('/7');
  });
  it('goes on to a path of this site', () => {
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
  ])('refuses to go on to %j', (next) => {
    expect(safeNext(next, '/home')).toBe('/home');
  });
  it('carries a safe way back to the sign-in page', () => {
    expect(loginPath('/ada?tip=20')).toBe('/auth/login?next=%2Fada%3Ftip%3D20');
    expect(loginPath('//evil.test')).toBe('/auth/login');
  });
});

describe('the split of a price', () => {
  it('rounds the part of the site down to the hundredth and gives the rest to the performer', () => {
    expect(splitOf(20, 0.2)).toEqual({ pays: 20, receives: 16, keeps: 4 });
    expect(splitOf(9.99, 0.2)).toEqual({ pays: 9.99, receives: 8, keeps: 1.99 });
    expect(splitOf(0.01, 0.99)).toEqual({ pays: 0.01, receives: 0.01, keeps: 0 });
  });
  it('is not misled by shares that binary fractions cannot hold', () => {
    expect(splitOf(1, 0.29).keeps).toBe(0.29);
    expect(splitOf(100, 0.0575).keeps).toBe(5.75);
  });
  it('always adds up', () => {
    for (let cents = 0; cents < 2000; cents += 7) {
      const { pays, receives, keeps } = splitOf(cents / 100, 0.1234);
      expect(sumOf(receives, keeps)).toBe(pays);
    }
  });
});

describe('sums', () => {
  it('stay whole hundredths', () => {
    expect(sumOf(0.1, 0.2)).toBe(0.3);
    expect(sumOf(100, -99.99)).toBe(0.01);
  });
  it('lower a price by a share, never below what the host counts', () => {
    expect(loweredBy(9.99, 0.25)).toBe(7.5);
    expect(loweredBy(29.97, 0.1)).toBe(26.98);
  });
  it('are short on buttons', () => {
    expect([shortTokens(20), shortTokens(12.5), currencySign('usd')]).toEqual(['20', '12.50', '$']);
  });
});

describe('the words of an error', () => {
  it('are its message', () => {
    expect(errorMessage(new Error('Offline'))).toBe('Offline');
  });
  it('are a nested message where it has none of its own', () => {
    expect(errorMessage({ response: { data: { message: 'This username is taken.' } } })).toBe('This username is taken.');
    expect(errorMessage({ data: { message: 'Full' } })).toBe('Full');
  });
  it.each([null, undefined, 7, {}, { message: '' }, { message: { toString: 'x' } }])('are the fixed sentence for %j', (thrown) => {
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
