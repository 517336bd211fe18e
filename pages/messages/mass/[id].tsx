/** Creates (`/messages/mass/new`) or edits a scheduled mass message. */
import { MassEditorScreen } from '@web/features/talk/messages/mass/mass-editor';
import { massMessageIdAt, massMessageRequest } from '@web/features/talk/messages/mass/mass-requests';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'performer',
  load: async ({ read, query }) => {
    const id = massMessageIdAt(query);
    await Promise.all([read('GET /performer/lists', {}), id === null ? null : read('GET /mass-messages/:id', massMessageRequest(id))]);
    return undefined;
  },
  screen: MassEditorScreen,
});
