/** The people who run the site. */
import type { BodyOf } from './call';
import { service } from './service';

export const teamService = service((call) => ({
  roster: () => call('GET /admin/team', {}),
  invite: (body: BodyOf<'POST /admin/team'>) => call('POST /admin/team', { body }),
  change: (id: string, body: BodyOf<'PUT /admin/team/:id'>) => call('PUT /admin/team/:id', { params: { id }, body }),
  remove: (id: string) => call('DELETE /admin/team/:id', { params: { id } }),
  accept: (token: string) => call('POST /team/accept', { body: { token } }),
}));
