import { ForgotScreen } from '@web/features/people/sign-in/forgot-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({ access: 'guest', layout: 'blank', screen: ForgotScreen });
