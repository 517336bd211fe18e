/** Receives the age gate's answer, which the shell handles before any page loads. Opening it directly redirects to the start page. */
import { definePage } from '@web/shell/page/define-page';

export default definePage({ access: 'open', layout: 'blank', load: () => Promise.resolve({ redirect: '/' }), screen: () => null });
