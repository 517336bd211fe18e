/** The site's settings, by group. */
import { groupOf, settingsRequest } from '@web/features/console/parts/requests';
import { SettingsScreen } from '@web/features/console/settings/settings-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    const group = groupOf(query['group']);
    if (group === undefined) return { status: 404 };
    await read('GET /admin/settings', settingsRequest(group));
    return undefined;
  },
  screen: SettingsScreen,
});
