/** The wallet: what a fan pays from her balance, and what she has paid. */
import { z } from 'zod';
import { endpoints } from './endpoint';
import { limits } from './limits';
import { Charge } from './money';
import { Amount, fromQuery, Id, IdParam, Instant, pageOf, pageQuery, Text } from './shapes';
import { chargeStatuses, chargeTypes } from './values';

export const DateRange = z.object(pageQuery([]).pick({ fromDate: true, toDate: true }).shape);
const Expected = z.object({ expectedPrice: Amount.optional() });

export default endpoints({
  'POST /wallet/charges/tip/:id': {
    does: 'Send a tip to a performer.',
    access: 'user',
    params: IdParam,
    body: z.object({ price: Amount, text: Text(limits.tipTextLengthMax).default('') }),
    answer: Charge,
    idempotent: true,
    rate: 'charge',
    fails: ['performer_not_found', 'blocked_by_performer', 'price_out_of_range', 'insufficient_balance', 'spending_limit_reached'],
  },
  'POST /wallet/charges/feed/:id': {
    does: 'Buy a post.',
    access: 'user',
    params: IdParam,
    body: Expected,
    answer: Charge,
    idempotent: true,
    rate: 'charge',
    fails: ['feed_not_found'],
  },
  'POST /wallet/charges/video/:id': {
    does: 'Buy a video.',
    access: 'user',
    params: IdParam,
    body: Expected,
    answer: Charge,
    idempotent: true,
    rate: 'charge',
    fails: ['video_not_found'],
  },
  'POST /wallet/charges/gallery/:id': {
    does: 'Buy a gallery.',
    access: 'user',
    params: IdParam,
    body: Expected,
    answer: Charge,
    idempotent: true,
    rate: 'charge',
    fails: ['gallery_not_found'],
  },
  'POST /wallet/charges/product/:id': {
    does: 'Buy a product.',
    access: 'user',
    params: IdParam,
    body: Expected,
    answer: Charge,
    idempotent: true,
    rate: 'charge',
    fails: ['product_not_found'],
  },
  'POST /wallet/charges/message/:id': {
    does: 'Open a priced message.',
    access: 'user',
    params: IdParam,
    body: z.object({}),
    answer: Charge,
    idempotent: true,
    rate: 'charge',
    fails: ['message_not_found'],
  },
  'POST /wallet/charges/stream/:id': {
    does: 'Pay the entry of a stream.',
    access: 'user',
    params: IdParam,
    body: z.object({}),
    answer: Charge,
    idempotent: true,
    rate: 'charge',
    fails: ['stream_not_found'],
  },
  'GET /wallet/charges/search': {
    does: 'What the caller has paid from the wallet.',
    access: 'user',
    query: pageQuery(['price']).extend({
      type: fromQuery(z.enum(chargeTypes)),
      status: fromQuery(z.enum(chargeStatuses)),
      performerId: fromQuery(Id),
    }),
    answer: pageOf(Charge),
  },
  'GET /wallet/statement': {
    does: "Every entry of the caller's wallet in a range of days, with the running balance, as a file.",
    access: 'user',
    query: DateRange,
    answer: z.string(),
    streams: 'csv',
  },
  'GET /wallet/spending': {
    does: 'What the caller has spent this month, and the limit that she has set.',
    access: 'user',
    answer: z.object({ spent: Amount, limit: Amount.nullable(), from: Instant, until: Instant }),
  },
});
