import { UnsubscribeScreen } from '@web/features/people/sign-in/unsubscribe-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({ access: 'open', layout: 'blank', forbidsRedirect: true, screen: UnsubscribeScreen });
