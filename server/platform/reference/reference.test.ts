import Fastify, { type FastifyInstance } from 'fastify';
import { api } from '@contract/api';
import { cities, countries, isCountry, languages, phoneCodes, states } from './reference';
import { mountFlags } from './reference.routes';

const config = { apiUrl: 'https://api.example.com' };
const isSorted = (names: string[]): boolean =>
  names.every((name, index) => index === 0 || new Intl.Collator('en').compare(names[index - 1] ?? '', name) <= 0);

describe('countries', () => {
  const all = countries(config);

  it('are complete, sorted by name, and match the contract', () => {
    expect(api['GET /countries/list'].response.encode(all)).toHaveLength(250);
    expect(isSorted(all.map(({ name }) => name))).toBe(true);
    expect(new Set(all.map(({ code }) => code)).size).toBe(250);
  });

  it('have capital, currency, language and flag', () => {
    expect(all.find(({ code }) => code === 'DE')).toEqual({
      name: 'Germany',
      code: 'DE',
      capital: 'Berlin',
      region: 'Europe',
      currency: { code: 'EUR', name: 'Euro', symbol: '€' },
      language: { code: 'de', name: 'German' },
      flag: 'https://api.example.com/images/flags/de.svg',
      demonym: 'German',
    });
  });

  it.each([
    ['DE', true],
    ['XK', true],
    ['ZZ', false],
    ['de', false],
    ['', false],
  ])('isCountry(%j) is %j', (code, expected) => {
    expect(isCountry(code)).toBe(expected);
  });
});

describe('states and cities', () => {
  it('of a country are sorted by name', async () => {
    const list = api['GET /states/:country'].response.encode(await states('US'));
    expect(list).toContainEqual({ name: 'California', code: 'CA' });
    expect(isSorted(list.map(({ name }) => name))).toBe(true);
  });

  it('are empty for a country without states', async () => {
    expect(await states('AQ')).toEqual([]);
  });

  it.each(['CA', 'ca', 'California', 'CALIFORNIA'])('are found by code or name of the state: %s', async (state) => {
    const list = api['GET /cities/:country/:state'].response.encode(await cities('US', state));
    expect(list).toContainEqual({ name: 'San Francisco' });
    expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
  });

  it('of unknown countries and states are rejected', async () => {
    await expect(states('ZZ')).rejects.toMatchObject({ code: 'country_not_found' });
    await expect(cities('ZZ', 'CA')).rejects.toMatchObject({ code: 'country_not_found' });
    await expect(cities('US', 'Bavaria')).rejects.toMatchObject({ code: 'state_not_found' });
    await expect(cities('AQ', '__proto__')).rejects.toMatchObject({ code: 'state_not_found' });
  });

  it('are returned as copies', async () => {
    (await states('DE')).length = 0;
    expect((await states('DE')).length).toBeGreaterThan(10);
  });
});

describe('languages and phone codes', () => {
  it('include each language with its English and native name', () => {
    const list = api['GET /languages/list'].response.encode(languages());
    expect(list.length).toBeGreaterThan(170);
    expect(list).toContainEqual({ code: 'de', name: 'German', nativeName: 'Deutsch' });
    expect(list).toContainEqual({ code: 'ja', name: 'Japanese', nativeName: '日本語' });
    expect(list.filter(({ code, name }) => code === name)).toEqual([]);
  });

  it('include the phone code of each country', () => {
    const list = api['GET /phone-codes/list'].response.encode(phoneCodes());
    expect(list).toContainEqual({ name: 'Germany', countryCode: 'DE', code: '+49' });
    expect(list).toContainEqual({ name: 'United States', countryCode: 'US', code: '+1' });
  });
});

describe('flags', () => {
  let http: FastifyInstance;
  beforeAll(async () => {
    http = Fastify();
    await mountFlags(http);
  });
  afterAll(() => http.close());

  it('exist for every country, with a long cache time', async () => {
    for (const { flag } of countries(config)) {
      const response = await http.inject(new URL(flag).pathname);
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/svg+xml']);
      expect(response.headers['cache-control']).toBe('public, max-age=2592000');
    }
  });

  it('cannot run scripts', async () => {
    expect((await http.inject('/images/flags/de.svg')).headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    );
  });

  it.each(['/images/flags/', '/images/flags/zz.svg', '/images/flags/../package.json', '/images/flags/..%2f..%2fpackage.json'])(
    'do not expose %s',
    async (path) => {
      expect((await http.inject(path)).statusCode).toBeGreaterThanOrEqual(400);
    },
  );
});
