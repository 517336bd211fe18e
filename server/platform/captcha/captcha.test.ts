import { settingDefaults } from '@contract/kernel/settings';
import { makeLogger } from '@server/kernel/log';
import { openRecaptchaStandIn, type RecaptchaStandIn } from '../../../tests/kit/stand-ins/recaptcha';
import { openPart, type Part } from '../../../tests/kit/host/partial-host';
import { assertHuman } from './captcha';

let service: RecaptchaStandIn;
let part: Part;

beforeEach(async () => {
  service = await openRecaptchaStandIn();
});
afterEach(() => service.close());

const refused: unknown = expect.objectContaining({ code: 'captcha_failed' });

describe('telling people from machines', () => {
  const environment = () => ({ RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET: service.secret, RECAPTCHA_VERIFY_URL: service.verifyUrl });
  afterEach(() => part.close());
  const open = async (change: Record<string, string> = {}) => {
    part = await openPart(() => undefined, { ...environment(), ...change });
    return (token: string | undefined) => assertHuman(part.ctx, token);
  };

  it('lets a person pass once, with the score where there is one', async () => {
    const ask = await open();
    service.grant('good');
    service.grant('scored', 0.9);
    expect(await ask('good')).toEqual({ score: null });
    expect(await ask('scored')).toEqual({ score: 0.9 });
    await expect(ask('good')).rejects.toEqual(refused);
  });

  it.each([undefined, '', 'invented'])('refuses the token %j', async (token) => {
    const ask = await open();
    await expect(ask(token)).rejects.toEqual(refused);
  });

  it('refuses whom the service takes for a machine', async () => {
    const ask = await open();
    service.grant('robot', 0.1);
    await expect(ask('robot')).rejects.toEqual(refused);
  });

  it.each(['elsewhere.example', 'localhost.elsewhere.example', '', null])('refuses a token that was solved on %j', async (hostname) => {
    const ask = await open();
    service.grant('of another site', 0.9, hostname);
    await expect(ask('of another site')).rejects.toEqual(refused);
  });

  it('refuses everybody when the secret is wrong', async () => {
    const ask = await open({ RECAPTCHA_SECRET: 'wrong' });
    service.grant('good');
    await expect(ask('good')).rejects.toEqual(refused);
  });

  it.each([
    [500, '{"success":true}'],
    [200, 'not json'],
    [200, '{"success":"yes"}'],
    [200, 'null'],
  ])('refuses when the service is broken: %i %s', async (status, body) => {
    const ask = await open();
    service.breakWith({ status, body });
    await expect(ask('good')).rejects.toEqual(refused);
  });

  it('refuses when the service is away, and in bounded time when it says nothing', async () => {
    const away = await open({ RECAPTCHA_VERIFY_URL: 'http://127.0.0.1:9/siteverify' });
    await expect(away('good')).rejects.toEqual(refused);
    await part.close();
    const ask = await open();
    service.hang();
    await expect(ask('good')).rejects.toEqual(refused);
  });
});

describe('captchas that are off', () => {
  const log = makeLogger('silent');
  const values = (recaptchaEnabled: boolean) => ({ values: () => ({ ...settingDefaults, recaptchaEnabled }) });
  const keys = () => ({ siteKey: 'site', secret: service.secret, verifyUrl: service.verifyUrl });

  it('let everybody pass and ask nobody', async () => {
    for (const [recaptcha, isOn] of [
      [null, true],
      [keys(), false],
    ] as const) {
      expect(
        await assertHuman({ config: { recaptcha, siteUrl: 'http://localhost:3000' }, settings: values(isOn), log }, undefined),
      ).toEqual({ score: null });
    }
    expect(service.asked()).toBe(0);
  });
});
