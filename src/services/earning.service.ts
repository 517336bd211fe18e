/** What a performer earns, and its payout. */
import type { BodyOf, CallOptions, QueryOf } from './call';
import { service } from './service';

export const earningService = service((call) => ({
  stats: (query: QueryOf<'GET /performer/earning/stats'>) => call('GET /performer/earning/stats', { query }),
  earnings: (query: QueryOf<'GET /performer/earning/search'>) => call('GET /performer/earning/search', { query }),
  statement: (query: QueryOf<'GET /performer/earning/statement'>) => call('GET /performer/earning/statement', { query }),
  calculatePayout: (body: BodyOf<'POST /payout-requests/calculate'>) => call('POST /payout-requests/calculate', { body }),
  requestPayout: (body: BodyOf<'POST /payout-requests'>, options?: CallOptions) => call('POST /payout-requests', { body }, options),
  changePayout: (id: string, body: BodyOf<'PUT /payout-requests/:id'>, options?: CallOptions) =>
    call('PUT /payout-requests/:id', { params: { id }, body }, options),
  payouts: (query: QueryOf<'GET /payout-requests/search'>) => call('GET /payout-requests/search', { query }),
  payout: (id: string) => call('GET /payout-requests/:id/view', { params: { id } }),
  pendingPayout: () => call('GET /payout-requests/check/pending-review', {}),
  connectAccount: (returnUrl: string) => call('POST /stripe/accounts', { body: { returnUrl } }),
}));
