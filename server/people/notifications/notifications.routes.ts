/** The endpoints of notifications. */
import { serve } from '../../platform/http/serve';
import { addDevice, dropDevice } from './devices';
import { listOf, readSome } from './list';
import { changePreferences, preferencesOf } from './preferences';
import { unsubscribe } from './unsubscribe/unsubscribe';

export const notificationRoutes = serve({
  'GET /notifications': ({ actor, client, query }, ctx) => listOf(ctx, actor, client, query),
  'POST /notifications/read': async ({ actor, client, body }, ctx) => ({ unread: await readSome(ctx, actor.id, client, body.ids) }),
  'GET /notifications/preferences': ({ actor }, ctx) => preferencesOf(ctx, actor.id),
  'PUT /notifications/preferences': ({ actor, body }, ctx) => changePreferences(ctx, actor.id, body),
  'POST /notifications/unsubscribe': async ({ body }, ctx) => {
    await unsubscribe(ctx, body.token);
    return { unsubscribed: true as const };
  },
  'POST /notifications/push': async ({ actor, body }, ctx) => ({ _id: await addDevice(ctx, actor.id, body) }),
  'DELETE /notifications/push': async ({ actor, body }, ctx) => {
    await dropDevice(ctx, actor.id, body.endpoint);
    return { deleted: true as const };
  },
});
