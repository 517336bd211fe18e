/** Visibility: people blocked by people, countries blocked by performers and by the site. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import { Block } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { Country, Id, IdParam, pageOf, pageQuery, Text } from '../kernel/shapes';

export const CountryCodes = z.object({ countryCodes: z.array(Country).max(limits.countriesMax) });

export default endpoints({
  'POST /block/countries': {
    summary: "Replace the list of countries in which the caller's page is hidden.",
    access: 'performer',
    body: CountryCodes,
    response: CountryCodes,
    errors: ['country_unknown'],
  },
  'POST /block/users': {
    summary: 'Block a person, in both directions. Idempotent.',
    access: 'member',
    body: z.object({ targetId: Id, reason: Text(limits.reasonLengthMax).optional() }),
    response: Block,
    errors: ['user_not_found', 'self_not_allowed'],
  },
  'DELETE /block/users/:id': {
    summary: 'Unblock a person.',
    access: 'member',
    params: IdParam,
    response: z.object({ unblocked: z.literal(true) }),
    errors: ['block_not_found'],
  },
  'GET /block/users': {
    summary: 'The people the caller has blocked.',
    access: 'member',
    query: pageQuery([]),
    response: pageOf(Block),
  },
  'GET /block/countries/check': {
    summary: "Whether the site is blocked in the visitor's country.",
    access: 'anyone',
    response: z.object({ blocked: z.boolean(), country: z.string().nullable() }),
    duringMaintenance: true,
  },
});
