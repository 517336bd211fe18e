/** The site's settings, group by group. */
import { groupOf, settingsRead } from '@web/features/console/reads';
import { SettingsScreen } from '@web/features/console/settings/settings-screen';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    const group = groupOf(query['group']);
    if (group === undefined) return { status: 404 };
    await read('GET /admin/settings', settingsRead(group));
    return undefined;
  },
  screen: SettingsScreen,
});
