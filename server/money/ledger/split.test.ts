/** Splits a price into commission and earning, exact to the cent. */
import { splitPrice } from './split';

it('splits every price up to 100.00 and at the limits so that both parts add up, with the commission rounded down', () => {
  const prices = [...Array.from({ length: 10_000 }, (_, index) => BigInt(index + 1)), 1_000_000n, 10n ** 14n];
  for (const rate of [0, 0.0001, 0.2, 0.29, 0.3333, 0.57, 0.9999, 1]) {
    const rateTenThousandths = BigInt(Math.round(rate * 10_000));
    for (const price of prices) {
      const { commission, earning } = splitPrice(price, rate);
      if (
        commission + earning !== price ||
        commission * 10_000n > price * rateTenThousandths ||
        (commission + 1n) * 10_000n <= price * rateTenThousandths
      )
        throw new Error(`${price} at ${rate} gave ${commission} and ${earning}`);
    }
  }
});

it.each([
  [1_999n, 0.2, 399n, 1_600n],
  [1n, 0.9999, 0n, 1n],
  [295n, 0.2, 59n, 236n],
  [0n, 0.2, 0n, 0n],
])('splits %s at a rate of %s into %s for the site and %s for the performer', (price, rate, commission, earning) => {
  expect(splitPrice(price, rate)).toEqual({ commission, earning });
});

it.each([
  [-1n, 0.2],
  [1n, -0.1],
  [1n, 1.1],
  [1n, NaN],
  [1n, 0.00001],
])('rejects a price of %s at a rate of %s', (price, rate) => {
  expect(() => splitPrice(price, rate)).toThrow(RangeError);
});
