/** Postings for tests: the smallest stories of money. */
import type { Context } from '@server/platform/context';
import { commissionAccount, earningsOf, gatewayAccount, walletOf } from '@server/money/ledger/chart';
import { post, type Posting } from '@server/money/ledger/ledger';

export interface People {
  fan: string;
  performer: string;
}

/** A fan with a wallet filled by card, and a performer. */
export async function people(ctx: Context, cents = 10_000n): Promise<People> {
  const fan = ctx.chance.id();
  if (cents > 0n) await post(ctx, topUp(fan, cents));
  return { fan, performer: ctx.chance.id() };
}

export function topUp(fan: string, cents: bigint, key = `top-up:${fan}`): Posting {
  return {
    reason: 'top_up',
    subject: key,
    key,
    entries: [
      { account: gatewayAccount('sandbox'), cents: -cents },
      { account: walletOf(fan), cents },
    ],
  };
}

/** A fan pays a performer; the site keeps a fifth. */
export function charge({ fan, performer }: People, key = `charge:${fan}`, cents = 3_000n): Posting {
  const commission = cents / 5n;
  return {
    reason: 'charge',
    subject: key,
    key,
    entries: [
      { account: walletOf(fan), cents: -cents },
      { account: earningsOf(performer), cents: cents - commission },
      { account: commissionAccount, cents: commission },
    ],
  };
}
