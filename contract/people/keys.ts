/** API keys: an operator lets a program of hers do some of what she may do in the console. */
import { z } from 'zod';
import { endpoints } from '../endpoint';
import { Person } from '../kernel/entities';
import { keyRights } from '../kernel/rights';
import { Id, IdParam, Instant, Name } from '../kernel/shapes';
import { keyStates } from '../values';

const ApiKey = z.object({
  _id: Id,
  name: z.string(),
  /** How it ends, to know it again. */
  hint: z.string(),
  rights: z.array(z.enum(keyRights)),
  maker: Person.nullable(),
  /** Ended: its maker has left the team. */
  state: z.enum(keyStates),
  expiresAt: Instant.nullable(),
  lastUsedAt: Instant.nullable(),
  createdAt: Instant,
});

export default endpoints({
  'GET /admin/api-keys': {
    does: 'The API keys of all operators, without what opens.',
    access: 'operator',
    right: 'keys.change',
    answer: z.array(ApiKey),
  },
  'POST /admin/api-keys': {
    does: 'Make an API key with rights that the caller holds. The key is answered here and never again.',
    access: 'operator',
    right: 'keys.change',
    body: z.object({
      name: Name,
      rights: z.array(z.enum(keyRights)).min(1).max(keyRights.length),
      expiresAt: Instant.nullable().default(null),
    }),
    answer: ApiKey.extend({ key: z.string() }),
    fails: ['key_limit', 'right_not_held', 'schedule_in_past'],
  },
  'DELETE /admin/api-keys/:id': {
    does: 'Remove an API key: it opens nothing from this moment on.',
    access: 'operator',
    right: 'keys.change',
    params: IdParam,
    answer: z.object({ deleted: z.literal(true) }),
    fails: ['key_not_found'],
  },
});
