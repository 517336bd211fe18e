/**
 * Between our hundredths and the smallest units in which providers count: yen have no hundredths there, dinars have thousandths.
 * Nothing is ever rounded: an amount that the currency cannot carry is not payable.
 */
const withoutDecimals = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
const withThreeDecimals = new Set('bhd jod kwd omr tnd'.split(' '));
/** Counted in hundredths by providers, but only whole amounts are taken. */
const wholeOnly = new Set(['isk', 'ugx']);

/** Largest number of smallest units in one payment. */
const minorUnitsMax = 99_999_999n;

/** Whether a payment of `amount_cents` (hundredths) can be made in the currency: above zero, not too large, no broken coin. */
export function isPayable(amount_cents: bigint, currency: string): boolean {
  const isWhole = amount_cents % 100n === 0n;
  if (amount_cents <= 0n || (!isWhole && (withoutDecimals.has(currency) || wholeOnly.has(currency)))) return false;
  return scaled(amount_cents, currency) <= minorUnitsMax;
}

/** The provider's number for `amount_cents`. Throws a RangeError when it is not payable: the caller had to ask. */
export function minorUnitsOf(amount_cents: bigint, currency: string): number {
  if (!isPayable(amount_cents, currency)) throw new RangeError(`${amount_cents} hundredths cannot be paid in ${currency}`);
  return Number(scaled(amount_cents, currency));
}

/** Our hundredths for the provider's number. A thousandth that we cannot carry throws a RangeError. */
export function centsOfMinorUnits(minor: number, currency: string): bigint {
  const units = BigInt(minor);
  if (withoutDecimals.has(currency)) return units * 100n;
  if (!withThreeDecimals.has(currency)) return units;
  if (units % 10n !== 0n) throw new RangeError(`${minor} of the smallest unit of ${currency} is no whole number of hundredths`);
  return units / 10n;
}

function scaled(amount_cents: bigint, currency: string): bigint {
  if (withoutDecimals.has(currency)) return amount_cents / 100n;
  return withThreeDecimals.has(currency) ? amount_cents * 10n : amount_cents;
}
