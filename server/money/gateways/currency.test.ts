/** Conversion between our hundredths and currencies' minor units. */
import { centsOfMinorUnits, isPayable, minorUnitsOf } from './currency';

test('converts every hundredth to minor units and back', () => {
  const wrong: [bigint, string][] = [];
  for (const currency of ['usd', 'eur', 'gbp', 'cad', 'aud', 'chf', 'kwd'])
    for (let cents = 1n; cents <= 10_000n; cents += 1n) {
      const minor = minorUnitsOf(cents, currency);
      const isRight = BigInt(minor) === (currency === 'kwd' ? cents * 10n : cents) && centsOfMinorUnits(minor, currency) === cents;
      if (!isRight) wrong.push([cents, currency]);
    }
  expect(wrong).toEqual([]);
});

test('yen have no decimals at the provider', () => {
  expect(minorUnitsOf(120_000n, 'jpy')).toBe(1200);
  expect(centsOfMinorUnits(1200, 'jpy')).toBe(120_000n);
});

test('dinars have three decimals at the provider, of which we represent two', () => {
  expect(minorUnitsOf(1050n, 'kwd')).toBe(10_500);
  expect(() => centsOfMinorUnits(10_505, 'kwd')).toThrow(RangeError);
});

test.each<[bigint, string, boolean]>([
  [1n, 'usd', true],
  [0n, 'usd', false],
  [-1n, 'usd', false],
  [99_999_999n, 'usd', true],
  [100_000_000n, 'usd', false],
  [100n, 'jpy', true],
  [101n, 'jpy', false],
  [9_999_999_900n, 'jpy', true],
  [10_000_000_000n, 'jpy', false],
  [100n, 'isk', true],
  [150n, 'isk', false],
])('isPayable of %s hundredths in %s is %s', (cents, currency, payable) => {
  expect(isPayable(cents, currency)).toBe(payable);
  if (payable) expect(minorUnitsOf(cents, currency)).toBeGreaterThan(0);
  else expect(() => minorUnitsOf(cents, currency)).toThrow(RangeError);
});
