/** Who may not see whom: people blocked by people, countries blocked by performers and by the site. */
import { z } from 'zod';
import { endpoints } from '../endpoint';
import { Block } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { Country, Id, IdParam, pageOf, pageQuery, Text } from '../kernel/shapes';

export const CountryCodes = z.object({ countryCodes: z.array(Country).max(limits.countriesMax) });

export default endpoints({
  'POST /block/countries': {
    does: 'Replace the list of countries from which the own page cannot be seen.',
    access: 'performer',
    body: CountryCodes,
    answer: CountryCodes,
    fails: ['country_unknown'],
  },
  'POST /block/users': {
    does: 'Block a person, both ways. Twice is once.',
    access: 'member',
    body: z.object({ targetId: Id, reason: Text(limits.reasonLengthMax).optional() }),
    answer: Block,
    fails: ['user_not_found', 'self_not_allowed'],
  },
  'DELETE /block/users/:id': {
    does: 'Take a block back.',
    access: 'member',
    params: IdParam,
    answer: z.object({ unblocked: z.literal(true) }),
    fails: ['block_not_found'],
  },
  'GET /block/users': {
    does: 'The people one has blocked.',
    access: 'member',
    query: pageQuery([]),
    answer: pageOf(Block),
  },
  'GET /block/countries/check': {
    does: "Whether the site is closed to the visitor's country.",
    access: 'anyone',
    answer: z.object({ blocked: z.boolean(), country: z.string().nullable() }),
    alwaysOpen: true,
  },
});
