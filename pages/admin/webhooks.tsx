/** Webhooks. */
import { deliveriesRequest } from '@web/features/console/webhooks/requests';
import { WebhooksScreen } from '@web/features/console/webhooks/webhooks-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await Promise.all([read('GET /admin/webhooks', {}), read('GET /admin/webhooks/deliveries/search', deliveriesRequest(query))]);
    return undefined;
  },
  screen: WebhooksScreen,
});
