/** Ledger postings for tests: a top-up and a charge. */
import type { Context } from '@server/platform/context';
import { commissionAccount, earningsOf, gatewayAccount, walletOf } from '@server/money/ledger/chart';
import { post, type Posting } from '@server/money/ledger/ledger';

export interface LedgerParties {
  fan: string;
  performer: string;
}

/** A fan with a wallet filled by card, and a performer. */
export async function fundedParties(ctx: Context, cents = 10_000n): Promise<LedgerParties> {
  const fan = ctx.random.id();
  if (cents > 0n) await post(ctx, topUpPosting(fan, cents));
  return { fan, performer: ctx.random.id() };
}

export function topUpPosting(fan: string, cents: bigint, key = `top-up:${fan}`): Posting {
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

/** A fan pays a performer; the site's commission is 20 %. */
export function chargePosting({ fan, performer }: LedgerParties, key = `charge:${fan}`, cents = 3_000n): Posting {
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
