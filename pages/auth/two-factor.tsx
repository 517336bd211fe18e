import { TwoFactorScreen } from '@web/features/people/sign-in/second-step-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({ access: 'open', layout: 'blank', forbidsRedirect: true, screen: TwoFactorScreen });
