/** The lists and the captcha as callers meet them: what they answer, and how they refuse. */
import { openRecaptchaStandIn } from '../kit/stand-ins/recaptcha';
import { openWorld, type World } from '../kit/host/test-host';

let world: World;
let captcha: Awaited<ReturnType<typeof openRecaptchaStandIn>>;
beforeAll(async () => {
  captcha = await openRecaptchaStandIn();
  world = await openWorld({ RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET: captcha.secret, RECAPTCHA_VERIFY_URL: captcha.verifyUrl });
});
afterAll(async () => {
  await world.close();
  await captcha.close();
});

test('a country leads to its states, a state by code or name to its cities', async () => {
  const { data: states } = await world.call('GET /states/:country', { params: { country: 'de' } });
  expect(states).toContainEqual({ name: 'Bavaria', code: 'BY' });
  for (const state of ['BY', 'Bavaria']) {
    const { data: cities } = await world.call('GET /cities/:country/:state', { params: { country: 'DE', state } });
    expect(cities.map(({ name }) => name)).toContain('Nürnberg');
  }
});

test('places that do not exist are refused by name', async () => {
  expect((await world.call('GET /states/:country', { params: { country: 'ZZ' } })).refusal.error).toBe('country_not_found');
  expect((await world.call('GET /cities/:country/:state', { params: { country: 'ZZ', state: 'BY' } })).refusal.error).toBe(
    'country_not_found',
  );
  expect((await world.call('GET /cities/:country/:state', { params: { country: 'DE', state: 'Atlantis' } })).refusal.error).toBe(
    'state_not_found',
  );
});

test('a captcha that was solved passes once, an invented one never', async () => {
  captcha.grant('solved', 0.9);
  expect((await world.call('POST /re-captcha/verify', { body: { token: 'solved' } })).data).toEqual({ success: true, score: 0.9 });
  expect((await world.call('POST /re-captcha/verify', { body: { token: 'solved' } })).refusal.error).toBe('captcha_failed');
  expect((await world.call('POST /re-captcha/verify', { body: { token: 'invented' } })).refusal.error).toBe('captcha_failed');
});
