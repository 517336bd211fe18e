/** How a price is divided between the site and the performer: invariant L6. Nothing else divides prices. */

const rateScale = 10_000n;

/** In hundredths. */
export interface Split {
  commission: bigint;
  earning: bigint;
}

/**
 * Divides a price by the site's share, a fraction from 0 to 1 with at most four decimals. The commission is rounded down to the
 * hundredth and the performer gets the rest, so that both add up to the price.
 */
export function splitPrice(price_cents: bigint, rate: number): Split {
  const scaled = Math.round(rate * Number(rateScale));
  // Within bounds and at most four decimals. The comparison also rejects NaN.
  if (price_cents < 0n || !(rate >= 0 && rate <= 1) || scaled / Number(rateScale) !== rate)
    throw new RangeError(`a price of ${price_cents} cannot be split by ${rate}`);
  const commission = (price_cents * BigInt(scaled)) / rateScale;
  return { commission, earning: price_cents - commission };
}
