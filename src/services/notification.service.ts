/** Notifications, and how somebody wants to be told. */
import type { BodyOf, CallOptions, QueryOf } from './call';
import { service } from './service';

export const notificationService = service((call) => ({
  list: (query: QueryOf<'GET /notifications'>) => call('GET /notifications', { query }),
  read: (ids?: string[]) => call('POST /notifications/read', { body: { ids } }),
  preferences: () => call('GET /notifications/preferences', {}),
  prefer: (body: BodyOf<'PUT /notifications/preferences'>) => call('PUT /notifications/preferences', { body }),
  addDevice: (body: BodyOf<'POST /notifications/push'>) => call('POST /notifications/push', { body }),
  removeDevice: (endpoint: string, options?: CallOptions) => call('DELETE /notifications/push', { body: { endpoint } }, options),
}));
