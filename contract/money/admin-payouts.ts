/** How operators carry payouts out: the account of one, and files that pay many. */
import { z } from 'zod';
import { endpoints } from '../endpoint';
import * as limits from '../kernel/limits';
import { PayoutBatch, PayoutDestination, PayoutRequest } from './money';
import { fromQuery, Id, IdParam, pageOf, pageQuery, Text } from '../kernel/shapes';
import { payoutBatchFormats } from '../values';

const payable = [
  'self_not_allowed',
  'payout_not_approved',
  'payout_method_missing',
  'payout_account_changed',
  'reauthentication_required',
] as const;

export default endpoints({
  'POST /admin/payout-requests/:id/destination': {
    does: 'Open the account that one approved payout goes to. Each look is written into the audit log.',
    access: 'operator',
    right: 'payouts.decide',
    params: IdParam,
    answer: PayoutDestination,
    fails: ['payout_not_found', ...payable],
  },
  'GET /admin/payout-batches/search': {
    does: 'Files by which payouts were paid, or are being paid.',
    access: 'operator',
    right: 'payouts.decide',
    query: pageQuery([]).extend({ format: fromQuery(z.enum(payoutBatchFormats)) }),
    answer: pageOf(PayoutBatch),
  },
  'GET /admin/payout-batches/:id/view': {
    does: 'One file with its payouts.',
    access: 'operator',
    right: 'payouts.decide',
    params: IdParam,
    answer: PayoutBatch.extend({ payouts: z.array(PayoutRequest) }),
    fails: ['payout_batch_not_found'],
  },
  'POST /admin/payout-batches': {
    does: 'Put approved payouts together into a file that a bank or PayPal takes. A payout stands in one file at most.',
    access: 'operator',
    right: 'payouts.decide',
    body: z.object({
      format: z.enum(payoutBatchFormats),
      payoutRequestIds: z.array(Id).min(1).max(limits.payoutBatchMax),
    }),
    answer: PayoutBatch,
    idempotent: true,
    fails: ['payout_not_found', ...payable, 'payout_in_batch', 'payout_batch_impossible'],
  },
  'POST /admin/payout-batches/:id/file': {
    does: 'The file, with the accounts in full, of the payouts that are not paid yet. Each download is written into the audit log.',
    access: 'operator',
    right: 'payouts.decide',
    params: IdParam,
    answer: z.object({ name: z.string(), mediaType: z.string(), content: z.string() }),
    fails: [
      'payout_batch_not_found',
      'payout_batch_done',
      'self_not_allowed',
      'payout_account_changed',
      'payout_batch_impossible',
      'reauthentication_required',
    ],
  },
  'POST /admin/payout-batches/:id/done': {
    does: 'Note that all payouts of a file were paid; twice is once. Those that were rejected meanwhile stay so.',
    access: 'operator',
    right: 'payouts.decide',
    params: IdParam,
    body: z.object({ reference: Text(limits.payoutNoteLengthMax).default('') }),
    answer: PayoutBatch,
    fails: ['payout_batch_not_found', 'self_not_allowed', 'reauthentication_required'],
  },
  'POST /admin/payout-batches/:id/dissolve': {
    does: 'Take a file back that was not sent: its payouts wait as before.',
    access: 'operator',
    right: 'payouts.decide',
    params: IdParam,
    answer: z.object({ dissolved: z.literal(true) }),
    fails: ['payout_batch_not_found', 'payout_batch_done', 'reauthentication_required'],
  },
});
