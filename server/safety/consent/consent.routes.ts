/** Endpoints of consent: appearances, releases, and the record sheet. */
import { serve } from '../../platform/http/serve';
import { answerAppearance, searchAppearances } from './appearances';
import { decideRelease } from './decide';
import { getRecordSheet } from './record';
import { addRelease, deleteRelease, searchOwnReleases, searchReleases } from './releases';

export const consentRoutes = serve({
  'GET /appearances': ({ actor, query }, ctx) => searchAppearances(ctx, actor, query),
  'POST /appearances/:id/answer': ({ actor, params, body }, ctx) => answerAppearance(ctx, actor.id, params.id, body),
  'GET /performer/releases': ({ actor, query }, ctx) => searchOwnReleases(ctx, actor, query),
  'POST /performer/releases': ({ actor, files, body, once }, ctx) => addRelease(ctx, actor, files, body, once),
  'DELETE /performer/releases/:id': async ({ actor, params }, ctx) => {
    await deleteRelease(ctx, actor.id, params.id);
    return { deleted: true };
  },
  'GET /admin/releases/search': ({ actor, query }, ctx) => searchReleases(ctx, actor, query),
  'POST /admin/releases/:id/decide': ({ actor, client, params, body }, ctx) => decideRelease(ctx, actor, client, params.id, body),
  'GET /admin/items/:id/record': ({ actor, client, params }, ctx) => getRecordSheet(ctx, actor, client, params.id),
});
