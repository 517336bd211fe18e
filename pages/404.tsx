import { definePage } from '@web/shell/define-page';
import { faultLayout } from '@web/shell/fault-layout';
import { NotFoundScreen } from '@web/shell/errors/error-screen';

export default definePage({ access: 'open', helper: 'any', forbidsRedirect: true, layout: faultLayout, screen: NotFoundScreen });
