import { SocialCallbackScreen } from '@web/features/people/sign-in/social-callback-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({ access: 'open', layout: 'blank', forbidsRedirect: true, screen: SocialCallbackScreen });
