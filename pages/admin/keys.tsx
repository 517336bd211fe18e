/** API keys. */
import { KeysScreen } from '@web/features/console/keys/keys-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read }) => {
    await read('GET /admin/api-keys', {});
    return undefined;
  },
  screen: KeysScreen,
});
