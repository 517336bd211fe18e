import { SocialCallbackScreen } from '@web/features/sign-in/social-callback-screen';
import { definePage } from '@web/shell/define-page';

export default definePage({ access: 'open', layout: 'blank', forbidsRedirect: true, screen: SocialCallbackScreen });
