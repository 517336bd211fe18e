/** Adjustments of balances: one operator proposes, another approves or declines. Money moves on approval. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import { Person } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { Amount, AmountBetween, fromQuery, Id, IdParam, Instant, pageOf, pageQuery, Text } from '../kernel/shapes';
import { adjustmentStatuses } from '../kernel/values/money';

const Adjustment = z.object({
  _id: Id,
  /** The account holder: a fan's wallet or a performer's earnings are adjusted. */
  person: Person,
  /** The ledger account id. */
  account: z.string(),
  /** Positive amounts are credited, negative ones debited. */
  amount: Amount,
  reason: z.string(),
  status: z.enum(adjustmentStatuses),
  proposedBy: Person.nullable(),
  decidedBy: Person.nullable(),
  decidedAt: Instant.nullable(),
  /** Why it was declined. */
  note: z.string().nullable(),
  /** The caller proposed it, so another operator has to approve it. */
  isOwn: z.boolean(),
  /** When the caller may approve their own proposal because there is no other operator; null when there is one. */
  aloneFrom: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

export default endpoints({
  'GET /admin/ledger/adjustments/search': {
    summary: 'Corrections of balances.',
    access: 'operator',
    right: 'money.read',
    query: pageQuery(['amount']).extend({ status: fromQuery(z.enum(adjustmentStatuses)), personId: fromQuery(Id) }),
    response: pageOf(Adjustment),
  },
  'POST /admin/ledger/adjustments': {
    summary: "Propose a correction of an account's balance. It takes effect once another operator approves it.",
    access: 'operator',
    right: 'money.correct',
    body: z.object({
      personId: Id,
      amount: AmountBetween(-limits.amountMax, limits.amountMax).refine((cents) => cents !== 0n, 'Enter an amount other than 0.'),
      reason: Text(limits.reasonLengthMax, 1),
    }),
    response: Adjustment,
    idempotent: 'money',
    errors: ['account_not_found', 'self_not_allowed'],
  },
  'POST /admin/ledger/adjustments/:id/approve': {
    summary: 'Approve a correction that another operator proposed. The balance changes immediately.',
    access: 'operator',
    right: 'money.correct',
    params: IdParam,
    response: Adjustment,
    errors: ['adjustment_not_found', 'same_operator', 'self_not_allowed', 'already_so', 'insufficient_balance'],
  },
  'POST /admin/ledger/adjustments/:id/decline': {
    summary: "Decline a proposed correction, including the caller's own. The balance stays unchanged.",
    access: 'operator',
    right: 'money.correct',
    params: IdParam,
    body: z.object({ note: Text(limits.reasonLengthMax).default('') }),
    response: Adjustment,
    errors: ['adjustment_not_found', 'already_so'],
  },
});
