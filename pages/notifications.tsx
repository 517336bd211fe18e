/** The viewer's notifications. */
import { NotificationsScreen } from '@web/features/talk/notifications/notifications-screen';
import { notificationsRequest } from '@web/features/talk/notifications/requests';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'login',
  load: async ({ read, query }) => {
    await read('GET /notifications', notificationsRequest(query));
    return undefined;
  },
  screen: () => <NotificationsScreen />,
});
