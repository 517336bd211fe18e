/** Lists that rarely change, and the captcha. Browsers cache the lists for a day. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import { CountryEntry, LanguageEntry, OptionEntry, PhoneCode } from '../kernel/entities';
import { Country, Secret, Text } from '../kernel/shapes';
import { attributeOptions, type AttributeName } from '../kernel/attributes';

const cacheSeconds = 86_400;
const attributes = Object.fromEntries(Object.keys(attributeOptions).map((name) => [name, z.array(OptionEntry)])) as Record<
  AttributeName,
  z.ZodArray<typeof OptionEntry>
>;

export default endpoints({
  'GET /countries/list': { summary: 'All countries.', access: 'anyone', response: z.array(CountryEntry), cacheSeconds },
  'GET /states/:country': {
    summary: 'States or regions of a country.',
    access: 'anyone',
    params: z.object({ country: Country }),
    response: z.array(z.object({ name: z.string(), code: z.string() })),
    errors: ['country_not_found'],
    cacheSeconds,
  },
  'GET /cities/:country/:state': {
    summary: "Cities of a state, by the state's code or name.",
    access: 'anyone',
    params: z.object({ country: Country, state: Text(100, 1) }),
    response: z.array(z.object({ name: z.string() })),
    errors: ['country_not_found', 'state_not_found'],
    cacheSeconds,
  },
  'GET /languages/list': { summary: 'All languages.', access: 'anyone', response: z.array(LanguageEntry), cacheSeconds },
  'GET /phone-codes/list': { summary: "Countries' telephone codes.", access: 'anyone', response: z.array(PhoneCode), cacheSeconds },
  'GET /user-additional': {
    summary: 'The attributes that profiles and filters offer.',
    access: 'anyone',
    response: z.object(attributes),
    cacheSeconds,
  },
  'POST /re-captcha/verify': {
    summary: 'Verify the response to a captcha.',
    access: 'anyone',
    body: z.object({ token: Secret }),
    response: z.object({ success: z.literal(true), score: z.number().nullable() }),
    errors: ['captcha_failed'],
  },
});
