/** What operators enter and read about coupons, packages and the ledger. */
import * as z from 'zod';
import * as limits from '../kernel/limits';
import { Amount, AmountBetween, Instant, Name, Text } from '../kernel/shapes';
import { couponStatuses } from '../kernel/values/money';

/** A coupon, as operators enter it. */
export const CouponFields = z.object({
  code: Text(limits.couponCode.lengthMax, limits.couponCode.lengthMin)
    .toUpperCase()
    .regex(/^[A-Z0-9_-]+$/, 'Use letters, numbers, hyphens and underscores.'),
  name: Name,
  description: Text(limits.reasonLengthMax).default(''),
  value: z.number().min(limits.couponShare.min).max(limits.couponShare.max).multipleOf(0.01),
  expiresAt: Instant.nullable().default(null),
  maximumUses: z.number().int().min(1).max(1_000_000).nullable().default(null),
  status: z.enum(couponStatuses).default('active'),
});

/** A package of tokens, as operators enter it. */
export const PackageFields = z.object({
  name: Name,
  description: Text(limits.reasonLengthMax).default(''),
  price: Amount,
  tokens: AmountBetween(0.01, limits.packageTokensMax),
  ordering: z.number().int().min(0).max(10_000).default(0),
  isActive: z.boolean().default(true),
});

/** One nightly check of the ledger invariants. */
export const NightlyLedgerCheck = z.object({
  /** The UTC date on which it was due: `2026-05-01`. */
  night: z.string(),
  startedAt: Instant,
  endedAt: Instant,
  ok: z.boolean(),
  /** The violated invariants, each with its first violations. */
  broken: z.array(z.object({ law: z.string(), says: z.string(), differences: z.array(z.string()) })),
});
