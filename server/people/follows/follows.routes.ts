/** Endpoints of following. */
import { serve } from '../../platform/http/serve';
import { visitorOf } from '../blocking/blocking';
import { follow, followedBy, followersOf, unfollow } from './follow-lists';

export const followRoutes = serve({
  'POST /follows/:id': ({ actor, client, params }, ctx) => follow(ctx, actor, client, params.id),
  'DELETE /follows/:id': ({ actor, params }, ctx) => unfollow(ctx, actor, params.id),
  'GET /follows/followers': ({ actor, query }, ctx) => followersOf(ctx, actor.id, query),
  'GET /follows/following': ({ actor, client, query }, ctx) => followedBy(ctx, actor.id, visitorOf(actor, client), query),
});
