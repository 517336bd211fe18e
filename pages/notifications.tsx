/** What happened to whoever is signed in. */
import { NotificationsScreen } from '@web/features/talk/notifications/notifications-screen';
import { notificationsRead } from '@web/features/notifications/reads';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'login',
  load: async ({ read, query }) => {
    await read('GET /notifications', notificationsRead(query));
    return undefined;
  },
  screen: () => <NotificationsScreen />,
});
