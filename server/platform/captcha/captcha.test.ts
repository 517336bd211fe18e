import { settingDefaults } from '@contract/kernel/settings';
import { makeLogger } from '@server/kernel/log';
import { openRecaptchaStandIn, type RecaptchaStandIn } from '../../../tests/kit/stand-ins/recaptcha';
import { openPartialHost, type PartialHost } from '../../../tests/kit/host/partial-host';
import { assertHuman } from './captcha';

let service: RecaptchaStandIn;
let host: PartialHost;

beforeEach(async () => {
  service = await openRecaptchaStandIn();
});
afterEach(() => service.close());

const captchaFailed: unknown = expect.objectContaining({ code: 'captcha_failed' });

describe('a captcha', () => {
  const environment = () => ({ RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET: service.secret, RECAPTCHA_VERIFY_URL: service.verifyUrl });
  afterEach(() => host.close());
  const open = async (change: Record<string, string> = {}) => {
    host = await openPartialHost(() => undefined, { ...environment(), ...change });
    return (token: string | undefined) => assertHuman(host.ctx, token);
  };

  it('accepts a token once and returns its score, if there is one', async () => {
    const assertToken = await open();
    service.grant('good');
    service.grant('scored', 0.9);
    expect(await assertToken('good')).toEqual({ score: null });
    expect(await assertToken('scored')).toEqual({ score: 0.9 });
    await expect(assertToken('good')).rejects.toEqual(captchaFailed);
  });

  it.each([undefined, '', 'invented'])('rejects the token %j', async (token) => {
    const assertToken = await open();
    await expect(assertToken(token)).rejects.toEqual(captchaFailed);
  });

  it('rejects a token with a low score', async () => {
    const assertToken = await open();
    service.grant('robot', 0.1);
    await expect(assertToken('robot')).rejects.toEqual(captchaFailed);
  });

  it.each(['elsewhere.example', 'localhost.elsewhere.example', '', null])(
    'rejects a token that was issued on the host %j',
    async (hostname) => {
      const assertToken = await open();
      service.grant('of another site', 0.9, hostname);
      await expect(assertToken('of another site')).rejects.toEqual(captchaFailed);
    },
  );

  it('rejects every token when the secret is wrong', async () => {
    const assertToken = await open({ RECAPTCHA_SECRET: 'wrong' });
    service.grant('good');
    await expect(assertToken('good')).rejects.toEqual(captchaFailed);
  });

  it.each([
    [500, '{"success":true}'],
    [200, 'not json'],
    [200, '{"success":"yes"}'],
    [200, 'null'],
  ])('rejects when the service returns %i %s', async (status, body) => {
    const assertToken = await open();
    service.respondWith({ status, body });
    await expect(assertToken('good')).rejects.toEqual(captchaFailed);
  });

  it('rejects when the service is unreachable, and in bounded time when it does not respond', async () => {
    const assertUnreachable = await open({ RECAPTCHA_VERIFY_URL: 'http://127.0.0.1:9/siteverify' });
    await expect(assertUnreachable('good')).rejects.toEqual(captchaFailed);
    await host.close();
    const assertToken = await open();
    service.hang();
    await expect(assertToken('good')).rejects.toEqual(captchaFailed);
  });
});

describe('a captcha that is off', () => {
  const log = makeLogger('silent');
  const values = (recaptchaEnabled: boolean) => ({ values: () => ({ ...settingDefaults, recaptchaEnabled }) });
  const keys = () => ({ siteKey: 'site', secret: service.secret, verifyUrl: service.verifyUrl });

  it('accepts every request without calling the service', async () => {
    for (const [recaptcha, isOn] of [
      [null, true],
      [keys(), false],
    ] as const) {
      expect(
        await assertHuman({ config: { recaptcha, siteUrl: 'http://localhost:3000' }, settings: values(isOn), log }, undefined),
      ).toEqual({ score: null });
    }
    expect(service.requestCount()).toBe(0);
  });
});
