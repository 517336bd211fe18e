/** API keys: let a program do some of what the operator who made the key may do in the console. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import { Person } from '../kernel/entities';
import { keyRights } from '../kernel/rights';
import { Id, IdParam, Instant, Name } from '../kernel/shapes';
import { keyStates } from '../kernel/values/console';

const ApiKey = z.object({
  _id: Id,
  name: z.string(),
  /** Its last characters, to recognize it by. */
  hint: z.string(),
  rights: z.array(z.enum(keyRights)),
  maker: Person.nullable(),
  /** `ended`: its maker has left the team. */
  state: z.enum(keyStates),
  expiresAt: Instant.nullable(),
  lastUsedAt: Instant.nullable(),
  createdAt: Instant,
});

export default endpoints({
  'GET /admin/api-keys': {
    summary: 'The API keys of all operators, without their secrets.',
    access: 'operator',
    right: 'keys.change',
    response: z.array(ApiKey),
  },
  'POST /admin/api-keys': {
    summary: 'Create an API key with rights that the caller has. The key is returned only once.',
    access: 'operator',
    right: 'keys.change',
    body: z.object({
      name: Name,
      rights: z.array(z.enum(keyRights)).min(1).max(keyRights.length),
      expiresAt: Instant.nullable().default(null),
    }),
    response: ApiKey.extend({ key: z.string() }),
    errors: ['key_limit', 'right_not_held', 'schedule_in_past'],
  },
  'DELETE /admin/api-keys/:id': {
    summary: 'Delete an API key. It stops working immediately.',
    access: 'operator',
    right: 'keys.change',
    params: IdParam,
    response: z.object({ deleted: z.literal(true) }),
    errors: ['key_not_found'],
  },
});
