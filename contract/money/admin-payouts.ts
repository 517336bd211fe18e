/** How operators pay payouts: the account of a single payout, and files that pay many. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import * as limits from '../kernel/limits';
import { PayoutBatch, PayoutDestination, PayoutRequest } from './money';
import { fromQuery, Id, IdParam, pageOf, pageQuery, Text } from '../kernel/shapes';
import { payoutBatchFormats } from '../kernel/values/money';

const destinationErrors = [
  'self_not_allowed',
  'payout_not_approved',
  'payout_method_missing',
  'payout_account_changed',
  'reauthentication_required',
] as const;

export default endpoints({
  'POST /admin/payout-requests/:id/destination': {
    summary: 'The full bank or PayPal account of one approved payout. Each access is recorded in the audit log.',
    access: 'operator',
    right: 'payouts.decide',
    params: IdParam,
    response: PayoutDestination,
    errors: ['payout_not_found', ...destinationErrors],
  },
  'GET /admin/payout-batches/search': {
    summary: 'Payout files, both paid and in progress.',
    access: 'operator',
    right: 'payouts.decide',
    query: pageQuery([]).extend({ format: fromQuery(z.enum(payoutBatchFormats)) }),
    response: pageOf(PayoutBatch),
  },
  'GET /admin/payout-batches/:id/view': {
    summary: 'One payout file with its payouts.',
    access: 'operator',
    right: 'payouts.decide',
    params: IdParam,
    response: PayoutBatch.extend({ payouts: z.array(PayoutRequest) }),
    errors: ['payout_batch_not_found'],
  },
  'POST /admin/payout-batches': {
    summary: 'Create a payout file for a bank or PayPal from approved payouts. A payout can be in one file only.',
    access: 'operator',
    right: 'payouts.decide',
    body: z.object({
      format: z.enum(payoutBatchFormats),
      payoutRequestIds: z.array(Id).min(1).max(limits.payoutBatchMax),
    }),
    response: PayoutBatch,
    idempotent: 'money',
    errors: ['payout_not_found', ...destinationErrors, 'payout_in_batch', 'payout_batch_impossible'],
  },
  'POST /admin/payout-batches/:id/file': {
    summary: 'Download a payout file with the full accounts of its unpaid payouts. Each download is recorded in the audit log.',
    access: 'operator',
    right: 'payouts.decide',
    params: IdParam,
    response: z.object({ name: z.string(), mediaType: z.string(), content: z.string() }),
    errors: [
      'payout_batch_not_found',
      'payout_batch_done',
      'self_not_allowed',
      'payout_account_changed',
      'payout_batch_impossible',
      'reauthentication_required',
    ],
  },
  'POST /admin/payout-batches/:id/done': {
    summary: 'Mark all payouts of a file as paid. Idempotent. Payouts that were rejected in the meantime stay rejected.',
    access: 'operator',
    right: 'payouts.decide',
    params: IdParam,
    body: z.object({ reference: Text(limits.payoutNoteLengthMax).default('') }),
    response: PayoutBatch,
    errors: ['payout_batch_not_found', 'self_not_allowed', 'reauthentication_required'],
  },
  'POST /admin/payout-batches/:id/dissolve': {
    summary: 'Discard a payout file that was not sent. Its payouts become pending again.',
    access: 'operator',
    right: 'payouts.decide',
    params: IdParam,
    response: z.object({ dissolved: z.literal(true) }),
    errors: ['payout_batch_not_found', 'payout_batch_done', 'reauthentication_required'],
  },
});
