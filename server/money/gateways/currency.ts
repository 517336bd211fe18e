/**
 * Converts between our hundredths and a currency's minor units at the gateway: yen have no decimals, dinars have three. Nothing is
 * rounded: an amount that the currency cannot represent is not payable.
 */
const withoutDecimals = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
const withThreeDecimals = new Set('bhd jod kwd omr tnd'.split(' '));
/** Providers count these in hundredths but accept only whole amounts. */
const wholeOnly = new Set(['isk', 'ugx']);

/** The largest payment, in minor units. */
const minorUnitsMax = 99_999_999n;

/** Whether `amount_cents` (hundredths) can be paid in the currency: positive, not too large, and representable. */
export function isPayable(amount_cents: bigint, currency: string): boolean {
  const isWhole = amount_cents % 100n === 0n;
  if (amount_cents <= 0n || (!isWhole && (withoutDecimals.has(currency) || wholeOnly.has(currency)))) return false;
  return scaled(amount_cents, currency) <= minorUnitsMax;
}

/** The amount in minor units. Throws a RangeError when it is not payable; check `isPayable` first. */
export function minorUnitsOf(amount_cents: bigint, currency: string): number {
  if (!isPayable(amount_cents, currency)) throw new RangeError(`${amount_cents} hundredths cannot be paid in ${currency}`);
  return Number(scaled(amount_cents, currency));
}

/** Hundredths from minor units. Throws a RangeError for a thousandth that hundredths cannot represent. */
export function centsOfMinorUnits(minor: number, currency: string): bigint {
  const units = BigInt(minor);
  if (withoutDecimals.has(currency)) return units * 100n;
  if (!withThreeDecimals.has(currency)) return units;
  if (units % 10n !== 0n) throw new RangeError(`${minor} of the smallest unit of ${currency} is not a whole number of hundredths`);
  return units / 10n;
}

function scaled(amount_cents: bigint, currency: string): bigint {
  if (withoutDecimals.has(currency)) return amount_cents / 100n;
  return withThreeDecimals.has(currency) ? amount_cents * 10n : amount_cents;
}
