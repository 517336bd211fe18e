/** The offline page, which the service worker caches, and serves for any URL while the site cannot be reached. */
import { definePage } from '@web/shell/page/define-page';
import { OfflineScreen } from '@web/shell/screens/offline-screen';

export default definePage({
  access: 'open',
  delegateRight: 'any',
  isAccountless: true,
  forbidsRedirect: true,
  layout: 'blank',
  screen: OfflineScreen,
});
