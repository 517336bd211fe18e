/** The conversations of whoever is signed in. */
import { conversationRead } from '@web/features/messages/reads';
import { MessagesScreen } from '@web/features/talk/messages/conversations/messages-screen';
import { definePage } from '@web/shell/define-page';

// Without the footer: the panes fill the screen.
export default definePage({
  access: 'login',
  helper: 'messages',
  layout: 'home',
  load: async ({ read, query }) => {
    const { id } = query;
    // Tells whether the conversation exists and who it is with; the thread is read in the browser.
    if (id !== undefined) await read('GET /conversations/:id', conversationRead(id));
    return undefined;
  },
  screen: MessagesScreen,
});
