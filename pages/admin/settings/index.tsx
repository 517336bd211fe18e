/** Redirects to the first group of settings. */
import { SettingsScreen } from '@web/features/console/settings/settings-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: () => Promise.resolve({ redirect: '/admin/settings/general' }),
  screen: SettingsScreen,
});
