import { TwoFactorRequiredScreen } from '@web/features/people/account/security/two-factor-setup-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({ access: 'login', layout: 'blank', screen: TwoFactorRequiredScreen });
