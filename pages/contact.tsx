/** The contact form. */
import { ContactScreen } from '@web/features/content/site-pages/contact';
import { definePage } from '@web/shell/page/define-page';

export default definePage({ access: 'open', layout: 'public', forbidsRedirect: true, screen: ContactScreen });
