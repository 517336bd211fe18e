/** The studio. */
import { StudioScreen } from '@web/features/live/streaming/studio/studio-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({ access: 'performer', layout: 'blank', screen: StudioScreen });
