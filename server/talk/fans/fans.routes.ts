/** Endpoints of fans, lists, the vault and mass messages. */
import { serve } from '../../platform/http/serve';
import { fanOf, setFanNote } from './fan';
import { changeList, deleteList, listsOf, createList, ownList } from './lists';
import { changeMass, countMassRecipients, createMass, listMass, ownMass } from './mass';
import { unsendMass } from './mass-unsend';
import { vaultOf } from './vault';

export const fanRoutes = serve({
  'GET /performer/lists': ({ actor }, ctx) => listsOf(ctx, actor),
  'POST /performer/lists': ({ actor, body }, ctx) => createList(ctx, actor, body),
  'GET /performer/lists/:id': ({ actor, params }, ctx) => ownList(ctx, actor, params.id),
  'PUT /performer/lists/:id': ({ actor, params, body }, ctx) => changeList(ctx, actor, params.id, body),
  'DELETE /performer/lists/:id': async ({ actor, params }, ctx) => {
    await deleteList(ctx, actor, params.id);
    return { deleted: true };
  },
  'GET /performer/fans/:id': ({ actor, params }, ctx) => fanOf(ctx, actor, params.id),
  'PUT /performer/fans/:id/note': ({ actor, params, body }, ctx) => setFanNote(ctx, actor, params.id, body.text),
  'GET /performer/vault': ({ actor, query }, ctx) => vaultOf(ctx, actor, query),
  'POST /mass-messages/count': async ({ actor, body }, ctx) => ({ total: await countMassRecipients(ctx, actor, body) }),
  'POST /mass-messages': ({ actor, body, once }) => once((tx) => createMass(tx, actor, body)),
  'GET /mass-messages': ({ actor, query }, ctx) => listMass(ctx, actor, query),
  'GET /mass-messages/:id': ({ actor, params }, ctx) => ownMass(ctx, actor, params.id),
  'PUT /mass-messages/:id': ({ actor, params, body }, ctx) => changeMass(ctx, actor, params.id, body),
  'DELETE /mass-messages/:id': ({ actor, params }, ctx) => unsendMass(ctx, actor, params.id),
});
