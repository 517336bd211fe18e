/** The log of what operators did. */
import { auditRead } from '@web/features/console/audit/requests';
import { AuditScreen } from '@web/features/console/audit/audit-screen';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/audit/search', auditRead(query));
    // The chain is only computed when somebody asks for it: it reads the whole log.
    return undefined;
  },
  screen: AuditScreen,
});
