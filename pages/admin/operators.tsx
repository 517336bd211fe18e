/** The operators. */
import { OperatorsScreen } from '@web/features/console/team/operators-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read }) => {
    await read('GET /admin/team', {});
    return undefined;
  },
  screen: OperatorsScreen,
});
