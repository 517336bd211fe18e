/** Endpoints of comments. */
import { serve } from '../../platform/http/serve';
import { listComments } from './list';
import { addComment, changeComment, removeComment } from './write';

export const commentRoutes = serve({
  'POST /comments': ({ actor, client, body }, ctx) => addComment(ctx, actor, client, body),
  'GET /comments': ({ actor, client, query }, ctx) => listComments(ctx, actor, client, query),
  'PUT /comments/:id': ({ actor, client, params, body, files }, ctx) =>
    changeComment(ctx, actor, client, params.id, body.content, files.file),
  'DELETE /comments/:id': async ({ actor, params }, ctx) => {
    await removeComment(ctx, actor, params.id);
    return { deleted: true };
  },
});
