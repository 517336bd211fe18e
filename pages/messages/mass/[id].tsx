/** Writing a message to many fans (`/messages/mass/new`), and changing one that waits. */
import { MassEditorScreen } from '@web/features/talk/messages/mass/mass-editor';
import { massIdAt, oneMassRead } from '@web/features/messages/mass-words';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'performer',
  load: async ({ read, query }) => {
    const id = massIdAt(query);
    await Promise.all([read('GET /performer/lists', {}), id === null ? null : read('GET /mass-messages/:id', oneMassRead(id))]);
    return undefined;
  },
  screen: MassEditorScreen,
});
