/** Endpoints that return the caller's whole account: reading it, and changing it or its page. */
import { inTransaction } from '../../platform/context';
import { serve } from '../../platform/http/serve';
import { reportFlaggedProfile } from '../../people/flagging/flagging';
import { changeAccount } from '../../people/people/change';
import { changeProfile } from '../../people/performers/change';
import { resolveOwnId } from '../../people/performers/private-profile';
import { authorityWithTwoFactor } from '../../people/two-factor/setup';
import { refreshMediaCookie } from '../../people/sessions/sessions';
import { currentUser, accountForDelegate } from './own-account';

export const ownAccountRoutes = serve({
  'GET /users/me': ({ actor, client, cookieSetter }, ctx) => {
    refreshMediaCookie(ctx, actor, cookieSetter);
    return actor.delegate ? accountForDelegate(ctx, actor.id, actor.delegate, client) : currentUser(ctx, actor.id, client);
  },
  'PUT /users': async ({ actor, client, body }, ctx) => {
    const authority = await authorityWithTwoFactor(ctx, actor, body);
    await inTransaction(ctx, async (tx) => {
      await changeAccount(tx, actor.id, body, authority);
      await reportFlaggedProfile(tx, actor.id);
    });
    return currentUser(ctx, actor.id, client);
  },
  'PUT /performers/:id': async ({ actor, client, params, body }, ctx) => {
    const id = resolveOwnId(actor, params.id);
    await changeProfile(ctx, id, body, await authorityWithTwoFactor(ctx, actor, body));
    return currentUser(ctx, id, client);
  },
});
