/** One conversation, beside the others where there is room. */
import { MessagesScreen } from '@web/features/messages/messages-screen';
import { definePage } from '@web/shell/define-page';

export default definePage({ access: 'login', layout: 'home', screen: MessagesScreen });
