import { PerformerScreen } from '@web/features/people/registration/performer-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({ access: 'guest', layout: 'blank', screen: PerformerScreen });
