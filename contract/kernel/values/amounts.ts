/** Converts amounts between JSON numbers and cents. */

/** The cents of an amount, or null when it has more than two decimals or is not a finite number. */
export function centsOf(amount: number): bigint | null {
  if (!Number.isFinite(amount) || Math.abs(amount) > 1e12) return null;
  const cents = Math.round(amount * 100);
  return cents / 100 === amount ? BigInt(cents) : null;
}

/** The JSON number for cents. */
export function amountOf(cents: bigint): number {
  return Number(cents) / 100;
}
