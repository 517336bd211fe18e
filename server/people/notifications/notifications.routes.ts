/** Endpoints of notifications. */
import { serve } from '../../platform/http/serve';
import { addPushDevice, removePushDevice } from './devices';
import { listNotifications, markRead } from './list';
import { changePreferences, preferencesOf } from './preferences';
import { unsubscribe } from './unsubscribe/unsubscribe';

export const notificationRoutes = serve({
  'GET /notifications': ({ actor, client, query }, ctx) => listNotifications(ctx, actor, client, query),
  'POST /notifications/read': async ({ actor, client, body }, ctx) => ({ unread: await markRead(ctx, actor.id, client, body.ids) }),
  'GET /notifications/preferences': ({ actor }, ctx) => preferencesOf(ctx, actor.id),
  'PUT /notifications/preferences': ({ actor, body }, ctx) => changePreferences(ctx, actor.id, body),
  'POST /notifications/unsubscribe': async ({ body }, ctx) => {
    await unsubscribe(ctx, body.token);
    return { unsubscribed: true as const };
  },
  'POST /notifications/push': async ({ actor, body }, ctx) => ({ _id: await addPushDevice(ctx, actor.id, body) }),
  'DELETE /notifications/push': async ({ actor, body }, ctx) => {
    await removePushDevice(ctx, actor.id, body.endpoint);
    return { deleted: true as const };
  },
});
