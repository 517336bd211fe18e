/** The endpoints of accounts. */
import { inTransaction } from '../../platform/context';
import { serve } from '../../platform/http/serve';
import { changeAccount } from '../../modules/people/people';
import { flagProfile } from '../../safety/reports/reports';
import { provenAuthority } from '../../modules/second-step/second-step';
import { refreshMediaCookie } from '../sessions/sessions';
import { uploadAvatar, uploadAvatarOf } from './avatar';
import { currentUser, helpedAccount } from '../../flows/own-account/own-account';
import { searchPeople, viewPerson } from './find';

export const userRoutes = serve({
  'GET /users/me': ({ actor, client, respond }, ctx) => {
    refreshMediaCookie(ctx, actor, respond);
    return actor.by ? helpedAccount(ctx, actor.id, actor.by, client) : currentUser(ctx, actor.id, client);
  },
  'PUT /users': async ({ actor, client, body }, ctx) => {
    const authority = await provenAuthority(ctx, actor, body);
    await inTransaction(ctx, async (tx) => {
      await changeAccount(tx, actor.id, body, authority);
      await flagProfile(tx, actor.id);
    });
    return currentUser(ctx, actor.id, client);
  },
  'GET /users/search': ({ actor, query }, ctx) => searchPeople(ctx, actor, query),
  'GET /users/view/:id': ({ actor, params }, ctx) => viewPerson(ctx, actor, params.id),
  'POST /users/avatar/upload': ({ actor, files }, ctx) => uploadAvatar(ctx, actor.id, files.avatar),
  'POST /users/:id/avatar/upload': ({ actor, client, params, files }, ctx) => uploadAvatarOf(ctx, actor, client, params.id, files.avatar),
});
