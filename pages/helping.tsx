/** Whom somebody helps, and taking an invitation to. */
import { HelpingScreen } from '@web/features/people/delegations/delegations-screen';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'login',
  load: async ({ read }) => {
    await read('GET /helping', {});
    return undefined;
  },
  screen: HelpingScreen,
});
