/** Endpoints of the operators' console: jobs, inbox and notes. */
import { serve } from '../../platform/http/serve';
import { replyToMessage, searchInbox } from './inbox';
import { retryJob, searchJobs } from './jobs';
import { addNote, deleteNote, listNotes } from './notes';

export const consoleRoutes = serve({
  'GET /admin/jobs/search': ({ query }, ctx) => searchJobs(ctx, query),
  'POST /admin/jobs/:id/retry': ({ actor, client, params }, ctx) => retryJob(ctx, actor, client, params.id),
  'GET /admin/inbox/search': ({ query }, ctx) => searchInbox(ctx, query),
  'POST /admin/inbox/:id/answer': ({ actor, client, params, body }, ctx) => replyToMessage(ctx, actor, client, params.id, body.text),
  'GET /admin/users/:id/notes': ({ actor, params, query }, ctx) => listNotes(ctx, actor, params.id, query),
  'POST /admin/users/:id/notes': ({ actor, client, params, body }, ctx) => addNote(ctx, actor, client, params.id, body.text),
  'DELETE /admin/users/:id/notes/:noteId': async ({ actor, client, params }, ctx) => {
    await deleteNote(ctx, actor, client, params.id, params.noteId);
    return { deleted: true };
  },
});
