/** The record sheet of an item. Loaded by the browser, so that the access is logged once. */
import { RecordPage } from '@web/features/console/consent/record-page';
import { definePage } from '@web/shell/page/define-page';

export default definePage({ access: 'operator', screen: RecordPage });
