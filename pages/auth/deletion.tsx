import { DeletionScreen } from '@web/features/people/account/leaving/deletion-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({ access: 'login', layout: 'blank', screen: DeletionScreen });
