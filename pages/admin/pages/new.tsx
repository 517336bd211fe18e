/** A page that is not written yet. */
import { NewPageScreen } from '@web/features/console/site-pages/page-screen';
import { definePage } from '@web/shell/define-page';

export default definePage({ access: 'operator', screen: NewPageScreen });
