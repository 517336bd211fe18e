/** The conversations of whoever is signed in. */
import { MessagesScreen } from '@web/features/messages/messages-screen';
import { definePage } from '@web/shell/define-page';

// Without the footer: the panes fill the screen.
export default definePage({ access: 'login', helper: 'messages', layout: 'home', screen: MessagesScreen });
