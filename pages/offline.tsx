/** The offline page, which the service worker caches and serves at any URL without a connection. */
import { definePage } from '@web/shell/page/define-page';
import { OfflineScreen } from '@web/shell/screens/offline-screen';

export default definePage({
  access: 'open',
  helper: 'any',
  isAccountless: true,
  forbidsRedirect: true,
  layout: 'blank',
  screen: OfflineScreen,
});
