/** What a browser keeps, and opens at any address where nothing answers. */
import { definePage } from '@web/shell/define-page';
import { OfflineScreen } from '@web/shell/screens/offline-screen';

export default definePage({
  access: 'open',
  helper: 'any',
  forNobody: true,
  forbidsRedirect: true,
  layout: 'blank',
  screen: OfflineScreen,
});
