/** The books, for operators: whether every law holds, what the nights found, and what happened on one account. */
import { fail } from '../../failure';
import { serve } from '../../http/serve';
import { isAccountId } from '../../ledger/chart';
import { checkLedger } from '../../ledger/check';
import { laws } from '../laws';
import { readAccount } from './account';
import { readBookChecks } from './nightly';

export const bookRoutes = serve({
  'GET /admin/ledger/check': (_request, ctx) => checkLedger(ctx, laws),
  'GET /admin/ledger/checks': ({ query }, ctx) => readBookChecks(ctx, query.limit),
  'GET /admin/ledger/accounts/:id': ({ params, query }, ctx) =>
    isAccountId(params.id) ? readAccount(ctx, params.id, query) : fail('not_found'),
});
