import { OwedScreen } from '@web/features/account/security/owed-screen';
import { definePage } from '@web/shell/define-page';

export default definePage({ access: 'login', layout: 'blank', screen: OwedScreen });
