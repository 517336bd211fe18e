/** The own account, and people looked up by name. */
import type { BodyOf, CallOptions, QueryOf } from './call';
import { service } from './service';

export const userService = service((call) => ({
  me: (options?: CallOptions) => call('GET /users/me', {}, options),
  update: (body: BodyOf<'PUT /users'>) => call('PUT /users', { body }),
  search: (query: QueryOf<'GET /users/search'>) => call('GET /users/search', { query }),
  view: (id: string) => call('GET /users/view/:id', { params: { id } }),
  uploadAvatar: (avatar: Blob, options?: CallOptions) => call('POST /users/avatar/upload', { files: { avatar } }, options),
  uploadAvatarOf: (id: string, avatar: Blob, options?: CallOptions) =>
    call('POST /users/:id/avatar/upload', { params: { id }, files: { avatar } }, options),
}));
