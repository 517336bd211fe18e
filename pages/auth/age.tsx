/** Takes the answer to the question of age, which the shell does before any page is loaded; whoever only opens it is led to the first page. */
import { definePage } from '@web/shell/define-page';

export default definePage({ access: 'open', layout: 'blank', load: () => Promise.resolve({ redirect: '/' }), screen: () => null });
