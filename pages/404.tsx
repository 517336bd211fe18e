import { definePage } from '@web/shell/page/define-page';
import { errorLayout } from '@web/shell/errors/error-layout';
import { NotFoundScreen } from '@web/shell/errors/error-screen';

export default definePage({ access: 'open', delegateRight: 'any', forbidsRedirect: true, layout: errorLayout, screen: NotFoundScreen });
