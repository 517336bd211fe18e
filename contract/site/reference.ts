/** Lists that change rarely, and the captcha. Browsers keep the lists for a day. */
import { z } from 'zod';
import { endpoints } from '../endpoint';
import { CountryEntry, LanguageEntry, OptionEntry, PhoneCode } from '../kernel/entities';
import { Country, Secret, Text } from '../kernel/shapes';
import { attributeOptions, type AttributeName } from '../kernel/attributes';

const cacheSeconds = 86_400;
const attributes = Object.fromEntries(Object.keys(attributeOptions).map((name) => [name, z.array(OptionEntry)])) as Record<
  AttributeName,
  z.ZodArray<typeof OptionEntry>
>;

export default endpoints({
  'GET /countries/list': { does: 'All countries.', access: 'anyone', answer: z.array(CountryEntry), cacheSeconds },
  'GET /states/:country': {
    does: 'States or regions of a country.',
    access: 'anyone',
    params: z.object({ country: Country }),
    answer: z.array(z.object({ name: z.string(), code: z.string() })),
    fails: ['country_not_found'],
    cacheSeconds,
  },
  'GET /cities/:country/:state': {
    does: "Cities of a state, by the state's code or name.",
    access: 'anyone',
    params: z.object({ country: Country, state: Text(100, 1) }),
    answer: z.array(z.object({ name: z.string() })),
    fails: ['country_not_found', 'state_not_found'],
    cacheSeconds,
  },
  'GET /languages/list': { does: 'All languages.', access: 'anyone', answer: z.array(LanguageEntry), cacheSeconds },
  'GET /phone-codes/list': { does: "Countries' telephone codes.", access: 'anyone', answer: z.array(PhoneCode), cacheSeconds },
  'GET /user-additional': {
    does: 'The attributes that profiles and filters offer.',
    access: 'anyone',
    answer: z.object(attributes),
    cacheSeconds,
  },
  'POST /re-captcha/verify': {
    does: 'Check the answer of a captcha.',
    access: 'anyone',
    body: z.object({ token: Secret }),
    answer: z.object({ success: z.literal(true), score: z.number().nullable() }),
    fails: ['captcha_failed'],
  },
});
