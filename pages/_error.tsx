import { definePage } from '@web/shell/define-page';
import { BrokenScreen, faultLayout } from '@web/shell/fault-screen';

export default definePage({ access: 'open', helper: 'any', forbidsRedirect: true, layout: faultLayout, screen: BrokenScreen });
