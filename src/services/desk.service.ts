/** What comes to the operators' desk. */
import type { QueryOf } from './call';
import { service } from './service';

export const deskService = service((call) => ({
  jobs: (query: QueryOf<'GET /admin/jobs/search'>) => call('GET /admin/jobs/search', { query }),
  retryJob: (id: string) => call('POST /admin/jobs/:id/retry', { params: { id } }),
  inbox: (query: QueryOf<'GET /admin/inbox/search'>) => call('GET /admin/inbox/search', { query }),
  answerMessage: (id: string, text: string) => call('POST /admin/inbox/:id/answer', { params: { id }, body: { text } }),
  notes: (id: string, query: QueryOf<'GET /admin/users/:id/notes'>) => call('GET /admin/users/:id/notes', { params: { id }, query }),
  addNote: (id: string, text: string) => call('POST /admin/users/:id/notes', { params: { id }, body: { text } }),
  deleteNote: (id: string, noteId: string) => call('DELETE /admin/users/:id/notes/:noteId', { params: { id, noteId } }),
}));
