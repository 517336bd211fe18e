/** The editor of a new page. */
import { NewPageScreen } from '@web/features/console/site-pages/page-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({ access: 'operator', screen: NewPageScreen });
