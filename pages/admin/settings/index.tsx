/** The settings without a group: the first one. */
import { SettingsScreen } from '@web/features/console/settings/settings-screen';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: () => Promise.resolve({ redirect: '/admin/settings/general' }),
  screen: SettingsScreen,
});
