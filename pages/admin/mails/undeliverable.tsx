/** Undeliverable email addresses. */
import { undeliverableRequest } from '@web/features/console/parts/requests';
import { UndeliverableScreen } from '@web/features/console/mails/undeliverable-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await Promise.all([read('GET /admin/mails/undeliverable/search', undeliverableRequest(query)), read('GET /admin/mails/health', {})]);
    return undefined;
  },
  screen: UndeliverableScreen,
});
