/** Who may not see whom. */
import type { BodyOf, QueryOf } from './call';
import { service } from './service';

export const blockingService = service((call) => ({
  replaceCountries: (countryCodes: string[]) => call('POST /block/countries', { body: { countryCodes } }),
  blockPerson: (body: BodyOf<'POST /block/users'>) => call('POST /block/users', { body }),
  unblockPerson: (id: string) => call('DELETE /block/users/:id', { params: { id } }),
  blockedPeople: (query: QueryOf<'GET /block/users'>) => call('GET /block/users', { query }),
  checkCountry: () => call('GET /block/countries/check', {}),
}));
