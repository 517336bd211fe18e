/** Writing to the people who run the site. */
import { ContactScreen } from '@web/features/content/site-pages/contact';
import { definePage } from '@web/shell/define-page';

export default definePage({ access: 'open', layout: 'public', forbidsRedirect: true, screen: ContactScreen });
