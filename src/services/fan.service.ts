/** What performers do with their fans: lists, notes, messages to many, and the vault. */
import type { BodyOf, CallOptions, QueryOf } from './call';
import { service } from './service';

export const fanService = service((call) => ({
  lists: () => call('GET /performer/lists', {}),
  createList: (body: BodyOf<'POST /performer/lists'>) => call('POST /performer/lists', { body }),
  viewList: (id: string) => call('GET /performer/lists/:id', { params: { id } }),
  changeList: (id: string, body: BodyOf<'PUT /performer/lists/:id'>) => call('PUT /performer/lists/:id', { params: { id }, body }),
  removeList: (id: string) => call('DELETE /performer/lists/:id', { params: { id } }),
  view: (id: string) => call('GET /performer/fans/:id', { params: { id } }),
  note: (id: string, text: string) => call('PUT /performer/fans/:id/note', { params: { id }, body: { text } }),
  vault: (query: QueryOf<'GET /performer/vault'>) => call('GET /performer/vault', { query }),
  countReceivers: (body: BodyOf<'POST /mass-messages/count'>) => call('POST /mass-messages/count', { body }),
  sendMass: (body: BodyOf<'POST /mass-messages'>, options?: CallOptions) => call('POST /mass-messages', { body }, options),
  massMessages: (query: QueryOf<'GET /mass-messages'>) => call('GET /mass-messages', { query }),
  massMessage: (id: string) => call('GET /mass-messages/:id', { params: { id } }),
  changeMass: (id: string, body: BodyOf<'PUT /mass-messages/:id'>) => call('PUT /mass-messages/:id', { params: { id }, body }),
  unsendMass: (id: string) => call('DELETE /mass-messages/:id', { params: { id } }),
}));
