/** The audit log of operators' actions. */
import { auditRequest } from '@web/features/console/audit/requests';
import { AuditScreen } from '@web/features/console/audit/audit-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/audit/search', auditRequest(query));
    // The hash chain is only verified on request, since that reads the whole log.
    return undefined;
  },
  screen: AuditScreen,
});
