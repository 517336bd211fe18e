/** Endpoints to look people up and to upload profile photos. */
import { serve } from '../../platform/http/serve';
import { uploadAvatar, uploadAvatarOf } from './avatar';
import { searchPeople, viewPerson } from './find';

export const userRoutes = serve({
  'GET /users/search': ({ actor, query }, ctx) => searchPeople(ctx, actor, query),
  'GET /users/view/:id': ({ actor, params }, ctx) => viewPerson(ctx, actor, params.id),
  'POST /users/avatar/upload': ({ actor, files }, ctx) => uploadAvatar(ctx, actor.id, files.avatar),
  'POST /users/:id/avatar/upload': ({ actor, client, params, files }, ctx) => uploadAvatarOf(ctx, actor, client, params.id, files.avatar),
});
