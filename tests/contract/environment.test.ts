/** The site and the API server read the same variables in two places: both must interpret them in the same way. */
import { readFileSync } from 'node:fs';
import { readConfig } from '@server/kernel/config';
import { variables } from '@server/kernel/config-variables';
import { siteEnvironment } from '@web/shell/server/environment';

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
] as Record<string, string>[][])('%j gives the same addresses to both', (environment = {}) => {
  for (const name of names) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, environment);
  const { siteUrl, apiUrl, apiInternalUrl } = readConfig({ ...environment, APP_SECRET: 'a secret for tests only, long enough' });
  expect(siteEnvironment()).toMatchObject({ siteUrl, apiUrl, apiInternalUrl });
});

test('the sample environment file names every variable, and no others', () => {
  const named = [...readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(Object.keys(variables).sort());
});
