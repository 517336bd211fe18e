/** Corrections of balances: one operator proposes, another decides. Money moves once the other has approved. */
import { z } from 'zod';
import { endpoints } from '../endpoint';
import { Person } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { Amount, AmountBetween, fromQuery, Id, IdParam, Instant, pageOf, pageQuery, Text } from '../kernel/shapes';
import { adjustmentStatuses } from '../values';

const Adjustment = z.object({
  _id: Id,
  /** Whose wallet it corrects, or a performer's earnings. */
  person: Person,
  /** The balance, as the ledger names it. */
  account: z.string(),
  /** What the balance gets; below zero, what is taken from it. */
  amount: Amount,
  reason: z.string(),
  status: z.enum(adjustmentStatuses),
  proposedBy: Person.nullable(),
  decidedBy: Person.nullable(),
  decidedAt: Instant.nullable(),
  /** Why it was declined. */
  note: z.string().nullable(),
  /** The caller proposed it: another has to approve it. */
  isOwn: z.boolean(),
  /** From when on the caller may approve their own, where nobody else could; null where somebody else has to. */
  aloneFrom: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

export default endpoints({
  'GET /admin/ledger/adjustments/search': {
    does: 'Corrections of balances.',
    access: 'operator',
    right: 'money.read',
    query: pageQuery(['amount']).extend({ status: fromQuery(z.enum(adjustmentStatuses)), personId: fromQuery(Id) }),
    answer: pageOf(Adjustment),
  },
  'POST /admin/ledger/adjustments': {
    does: "Propose to correct somebody's balance. Nothing moves before another operator approves it.",
    access: 'operator',
    right: 'money.correct',
    body: z.object({
      personId: Id,
      amount: AmountBetween(-limits.amountMax, limits.amountMax).refine((cents) => cents !== 0n, 'Nothing would change.'),
      reason: Text(limits.reasonLengthMax, 1),
    }),
    answer: Adjustment,
    idempotent: true,
    fails: ['account_not_found', 'self_not_allowed'],
  },
  'POST /admin/ledger/adjustments/:id/approve': {
    does: 'Approve what another operator proposed: the balance changes.',
    access: 'operator',
    right: 'money.correct',
    params: IdParam,
    answer: Adjustment,
    fails: ['adjustment_not_found', 'same_operator', 'self_not_allowed', 'already_so', 'insufficient_balance'],
  },
  'POST /admin/ledger/adjustments/:id/decline': {
    does: 'Decline what was proposed, also by oneself: nothing moves.',
    access: 'operator',
    right: 'money.correct',
    params: IdParam,
    body: z.object({ note: Text(limits.reasonLengthMax).default('') }),
    answer: Adjustment,
    fails: ['adjustment_not_found', 'already_so'],
  },
});
