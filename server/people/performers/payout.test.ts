/** Where a performer's earnings go: stored sealed, shown masked, changed by her alone. */
import { eq } from 'drizzle-orm';
import { mails, performers } from '@server/platform/db/schema/schema';
import { deriveKey } from '@server/kernel/derive-key';
import { unseal } from '@server/media/sealed';
import { bank } from '../../../tests/kit/money/bank';
import { signUpPerformer } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('payouts', () => {
  const banking = (token: string, body: object = bank) =>
    world.call('PUT /performers/:id/banking-settings', { params: { id: 'me' }, body: body as never }, { token });
  const gateway = (token: string, body: object) =>
    world.call('PUT /performers/:id/payment-gateway-settings', { params: { id: 'me' }, body: body as never }, { token });

  test('bank details are shown masked, stored sealed, and her mailbox hears of it', async () => {
    const { token, id, email } = await signUpPerformer(world);
    expect((await banking(token)).data.banking).toEqual({
      firstName: 'Ada',
      lastName: 'Winters',
      bankName: 'Good Bank',
      country: 'GB',
      last4: '5432',
    });
    const { data } = await gateway(token, { method: 'paypal', email: 'pay.me@example.com' });
    expect(data.payoutMethods).toMatchObject({ paypal: { email: 'p***@example.com' }, preferred: 'paypal', banking: { last4: '5432' } });
    const { rows } = await world.ctx.db.execute(`select p::text as row from performers p where account_id = '${id}'`);
    const stored = String(rows[0]?.row);
    for (const secret of ['GB82', '1234 5698', '123456987654', 'WESTGB22', 'pay.me']) expect(stored).not.toContain(secret);
    const [row] = await world.ctx.db.select({ sealed: performers.bankingSealed }).from(performers).where(eq(performers.accountId, id));
    for (const secret of ['GB82', '5698']) expect(Buffer.from(row?.sealed ?? '', 'base64').toString('latin1')).not.toContain(secret);
    const told = await world.ctx.db.select({ template: mails.template }).from(mails).where(eq(mails.to, email));
    expect(told.filter(({ template }) => template === 'payout-details-changed')).toHaveLength(2);
  });

  test('what was sealed opens with the key of the site, and only in its place', async () => {
    const { token, id } = await signUpPerformer(world);
    await banking(token);
    const [row] = await world.ctx.db.select({ sealed: performers.bankingSealed }).from(performers).where(eq(performers.accountId, id));
    const [key, sealed] = [deriveKey(world.ctx.config.appSecret, 'footlight payout details'), Buffer.from(row?.sealed ?? '', 'base64')];
    expect(JSON.parse(unseal(key, `banking:${id}`, sealed).toString())).toEqual(bank);
    expect(() => unseal(key, `paypal:${id}`, sealed)).toThrow();
    expect(() => unseal(key, `banking:${world.ctx.chance.id()}`, sealed)).toThrow();
  });

  test('wants the password again after a while', async () => {
    const { token } = await signUpPerformer(world);
    world.clock.advance({ minutes: 11 });
    expect((await banking(token)).refusal.error).toBe('reauthentication_required');
    expect((await gateway(token, { method: 'paypal', email: 'pay@example.com' })).refusal.error).toBe('reauthentication_required');
    await world.call('POST /auth/reauthenticate', { body: { password: 'correct horse battery' } }, { token });
    expect((await banking(token)).status).toBe(200);
  });

  test('needs an account with Stripe before Stripe is chosen, and a number before a bank', async () => {
    const { token } = await signUpPerformer(world);
    expect((await gateway(token, { method: 'stripe' })).refusal.error).toBe('stripe_account_missing');
    expect((await banking(token, { ...bank, iban: undefined })).refusal).toMatchObject({
      error: 'invalid_request',
      issues: [{ path: 'accountNumber' }],
    });
  });

  test('an IBAN is taken when its check digits fit, in the spelling that people copy', async () => {
    const { token } = await signUpPerformer(world);
    for (const iban of ['GB82 WEST 1234 5698 7654 33', 'DE89 3704 0044 0532 0130', 'XX00 1234 5678'])
      expect((await banking(token, { ...bank, iban })).refusal).toMatchObject({ error: 'iban_invalid', issues: [{ path: 'iban' }] });
    expect((await banking(token, { ...bank, iban: 'de89-3704-0044-0532-0130-00' })).data.banking?.last4).toBe('3000');
  });

  test('an account number holds at least four digits or letters, and a short one is not shown whole', async () => {
    const { token } = await signUpPerformer(world);
    const number = (accountNumber: string) => banking(token, { ...bank, iban: undefined, accountNumber });
    for (const nothing of ['- - ', '----', '12 - 3', '    ', '1'.repeat(35)]) {
      expect((await number(nothing)).refusal).toMatchObject({ error: 'invalid_request', issues: [{ path: 'accountNumber' }] });
    }
    expect((await number('12-34')).data.banking?.last4).toBe('34');
    expect((await number('1 234 567')).data.banking?.last4).toBe('567');
    expect((await number('12345678')).data.banking?.last4).toBe('5678');
  });

  test('no bank is in a country that does not exist', async () => {
    const { token } = await signUpPerformer(world);
    expect((await banking(token, { ...bank, country: 'ZZ' })).refusal).toMatchObject({
      error: 'country_unknown',
      issues: [{ path: 'country' }],
    });
  });
});
