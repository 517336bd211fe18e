/** The site and the host read the same variables in two places: they must understand them alike. */
import { readFileSync } from 'node:fs';
import { readConfig } from '@server/kernel/config';
import { variables } from '@server/kernel/config-variables';
import { siteEnvironment } from '@web/shell/environment';

const names = ['SITE_URL', 'API_URL', 'API_INTERNAL_URL', 'PORT', 'API_PORT'];
const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});

test.each([
  [{}],
  [{ PORT: '4000', API_PORT: '9000' }],
  [{ SITE_URL: 'https://example.com', API_URL: 'https://api.example.com' }],
  [{ API_URL: 'https://api.example.com/', API_PORT: '9000', SITE_URL: 'https://example.com/' }],
  [{ API_INTERNAL_URL: 'http://host.internal:8080' }],
] as Record<string, string>[][])('%j means the same addresses to both', (given = {}) => {
  for (const name of names) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, given);
  const { siteUrl, apiUrl, apiInternalUrl } = readConfig({ ...given, APP_SECRET: 'a secret for tests only, long enough' });
  expect(siteEnvironment()).toMatchObject({ siteUrl, apiUrl, apiInternalUrl });
});

test('the sample of an environment names every variable, and no other', () => {
  const named = [...readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(Object.keys(variables).sort());
});
