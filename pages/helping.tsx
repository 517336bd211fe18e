/** The performers that the viewer acts for as a delegate, and invitations. */
import { DelegationsScreen } from '@web/features/people/delegations/delegations-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'login',
  load: async ({ read }) => {
    await read('GET /helping', {});
    return undefined;
  },
  screen: DelegationsScreen,
});
