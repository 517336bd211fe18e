/** The reference lists and the captcha: responses and errors. */
import { openRecaptchaStandIn } from '../kit/stand-ins/recaptcha';
import { openTestHost, type TestHost } from '../kit/host/test-host';

let testHost: TestHost;
let captcha: Awaited<ReturnType<typeof openRecaptchaStandIn>>;
beforeAll(async () => {
  captcha = await openRecaptchaStandIn();
  testHost = await openTestHost({ RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET: captcha.secret, RECAPTCHA_VERIFY_URL: captcha.verifyUrl });
});
afterAll(async () => {
  await testHost.close();
  await captcha.close();
});

test('a country has states, and a state has cities by code or name', async () => {
  const { data: states } = await testHost.call('GET /states/:country', { params: { country: 'de' } });
  expect(states).toContainEqual({ name: 'Bavaria', code: '02' });
  for (const state of ['02', 'Bavaria']) {
    const { data: cities } = await testHost.call('GET /cities/:country/:state', { params: { country: 'DE', state } });
    expect(cities.map(({ name }) => name)).toContain('Nuremberg');
  }
});

test('unknown countries and states are rejected with named errors', async () => {
  expect((await testHost.call('GET /states/:country', { params: { country: 'ZZ' } })).errorBody.error).toBe('country_not_found');
  expect((await testHost.call('GET /cities/:country/:state', { params: { country: 'ZZ', state: 'BY' } })).errorBody.error).toBe(
    'country_not_found',
  );
  expect((await testHost.call('GET /cities/:country/:state', { params: { country: 'DE', state: 'Atlantis' } })).errorBody.error).toBe(
    'state_not_found',
  );
});

test('a solved captcha token is valid once, an invented one never', async () => {
  captcha.grant('solved', 0.9);
  expect((await testHost.call('POST /re-captcha/verify', { body: { token: 'solved' } })).data).toEqual({ success: true, score: 0.9 });
  expect((await testHost.call('POST /re-captcha/verify', { body: { token: 'solved' } })).errorBody.error).toBe('captcha_failed');
  expect((await testHost.call('POST /re-captcha/verify', { body: { token: 'invented' } })).errorBody.error).toBe('captcha_failed');
});
