/** The books, for operators: whether every law holds, what the nights found, and what happened on one account. */
import { fail } from '../../kernel/api-error';
import { serve } from '../../platform/http/serve';
import { isAccountId } from '../../money/ledger/chart';
import { checkLedger } from '../../money/ledger/check';
import { laws } from '../../modules/laws';
import { readAccount } from './account';
import { readBookChecks } from './nightly';

export const bookRoutes = serve({
  'GET /admin/ledger/check': (_request, ctx) => checkLedger(ctx, laws),
  'GET /admin/ledger/checks': ({ query }, ctx) => readBookChecks(ctx, query.limit),
  'GET /admin/ledger/accounts/:id': ({ params, query }, ctx) =>
    isAccountId(params.id) ? readAccount(ctx, params.id, query) : fail('not_found'),
});
