import { SuspensionScreen } from '@web/features/safety/safety/suspension-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({ access: 'open', layout: 'blank', forbidsRedirect: true, screen: SuspensionScreen });
