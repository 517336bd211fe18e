/** API keys of operators. */
import type { BodyOf } from './call';
import { service } from './service';

export const keyService = service((call) => ({
  keys: () => call('GET /admin/api-keys', {}),
  makeKey: (body: BodyOf<'POST /admin/api-keys'>) => call('POST /admin/api-keys', { body }),
  removeKey: (id: string) => call('DELETE /admin/api-keys/:id', { params: { id } }),
}));
