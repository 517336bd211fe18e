import { VerifyEmailScreen } from '@web/features/people/sign-in/verify-email-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({ access: 'open', layout: 'blank', forbidsRedirect: true, screen: VerifyEmailScreen });
