/** The ledger, for operators: invariants, results of the nightly checks, and entries of an account. */
import { fail } from '../../kernel/api-error';
import { serve } from '../../platform/http/serve';
import { isAccountId } from '../../money/ledger/chart';
import { checkLedger } from '../../money/ledger/check';
import { allInvariants } from './invariants';
import { readAccount } from './account';
import { readLedgerChecks } from './nightly';

export const bookRoutes = serve({
  'GET /admin/ledger/check': (_request, ctx) => checkLedger(ctx, allInvariants),
  'GET /admin/ledger/checks': ({ query }, ctx) => readLedgerChecks(ctx, query.limit),
  'GET /admin/ledger/accounts/:id': ({ params, query }, ctx) =>
    isAccountId(params.id) ? readAccount(ctx, params.id, query) : fail('not_found'),
});
