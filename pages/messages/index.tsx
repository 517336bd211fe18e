/** The viewer's conversations. */
import { conversationRequest } from '@web/features/talk/messages/thread/requests';
import { MessagesScreen } from '@web/features/talk/messages/conversations/messages-screen';
import { definePage } from '@web/shell/page/define-page';

// Without the footer: the panes fill the screen.
export default definePage({
  access: 'login',
  delegateRight: 'messages',
  layout: 'home',
  load: async ({ read, query }) => {
    const { id } = query;
    // Reads the conversation and its counterparty; the browser loads the thread.
    if (id !== undefined) await read('GET /conversations/:id', conversationRequest(id));
    return undefined;
  },
  screen: MessagesScreen,
});
