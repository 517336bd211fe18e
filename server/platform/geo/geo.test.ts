import { openGeo } from './geo';

const geo = openGeo();

describe('the country of an address', () => {
  it.each([
    ['8.8.8.8', 'US'],
    ['193.99.144.80', 'DE'],
    ['2a02:2e0:3fe:1001:302::', 'DE'],
    ['::ffff:8.8.8.8', 'US'],
  ])('of %s is %s', async (address, country) => {
    expect(await geo.countryOf(address)).toBe(country);
  });

  it.each(['127.0.0.1', '10.0.0.1', '192.168.0.1', '172.16.0.1', '::ffff:192.168.0.1', '::1', 'fe80::1', 'nonsense', '', '1.2.3.4.5'])(
    'of %j is unknown',
    async (address) => {
      expect(await geo.countryOf(address)).toBeNull();
    },
  );

  it('is returned for many concurrent lookups', async () => {
    const fresh = openGeo();
    const countries = await Promise.all(Array.from({ length: 500 }, () => fresh.countryOf('8.8.8.8')));
    expect(new Set(countries)).toEqual(new Set(['US']));
  });
});
