/**
 * The full account number of a payout. Only for approved payouts, only for operators who may pay them, and always with an audit
 * entry.
 */
import { z } from 'zod';
import performersContract from '@contract/people/performers';
import type { PayoutDestination } from '@contract/money/money';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import { decryptPayoutDetails } from '../../people/performers/payout';
import { assertNotOwnPayout, type Decider } from './decide';
import { maskedAccountOf } from './method';
import { lockPayout, type PayoutRow } from './rows';

export type Destination = z.output<typeof PayoutDestination>;

const BankDetails = performersContract['PUT /performers/:id/banking-settings'].body;
const PaypalDetails = z.object({ email: z.string() });

function bankAccount(details: unknown): Destination {
  const bank = BankDetails.parse(details);
  const { firstName, lastName, bankName, country, iban, accountNumber, routing, swift, taxId, address, city, state } = bank;
  return {
    method: 'banking',
    holder: `${firstName} ${lastName}`,
    bankName,
    country,
    iban: iban ?? null,
    accountNumber: accountNumber ?? null,
    routing: routing ?? null,
    swift: swift ?? null,
    taxId: taxId ?? null,
    address: [address, city, state].filter(Boolean).join(', '),
  };
}

/**
 * The account of a payout that is paid by hand or by file. Rejects with self_not_allowed, payout_not_approved,
 * payout_method_missing (also for payouts that the gateway pays), and payout_account_changed.
 */
export async function destinationOf(ctx: Context, decider: Decider, row: PayoutRow): Promise<Destination> {
  assertNotOwnPayout(decider, row);
  if (row.status !== 'approved') return fail('payout_not_approved');
  if (row.method === 'stripe') return fail('payout_method_missing');
  if ((await maskedAccountOf(ctx, row.performerId, row.method)) !== row.accountShown) return fail('payout_account_changed');
  const found = (await decryptPayoutDetails(ctx, row.performerId)).find(({ kind }) => kind === row.method);
  if (!found) return fail('payout_method_missing');
  return found.kind === 'banking' ? bankAccount(found.details) : { method: 'paypal', ...PaypalDetails.parse(found.details) };
}

/**
 * Shows the account of one payout, and records the access in the audit log. Rejects as `destinationOf` does, and with
 * payout_not_found.
 */
export function revealDestination(ctx: Context, decider: Decider, id: string): Promise<Destination> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockPayout(tx, id);
    const destination = await destinationOf(tx, decider, row);
    await audit(tx, decider.actor, decider.client, {
      action: 'payouts.destination',
      targetType: 'payout',
      targetId: id,
      after: { account: row.accountShown },
    });
    return destination;
  });
}
