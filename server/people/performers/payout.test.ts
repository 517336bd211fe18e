/** Payout details: stored encrypted, shown masked, changed only by the performer. */
import { eq } from 'drizzle-orm';
import { performers } from '@server/platform/db/schema/performers';
import { mails } from '@server/platform/db/schema/site';
import { deriveKey } from '@server/kernel/derive-key';
import { decrypt } from '@server/platform/media/storage/encryption';
import { bankAccount } from '../../../tests/kit/money/bank';
import { signUpPerformer } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

describe('payout details', () => {
  const saveBanking = (token: string, body: object = bankAccount) =>
    testHost.call('PUT /performers/:id/banking-settings', { params: { id: 'me' }, body: body as never }, { token });
  const saveGateway = (token: string, body: object) =>
    testHost.call('PUT /performers/:id/payment-gateway-settings', { params: { id: 'me' }, body: body as never }, { token });

  test('are shown masked and stored encrypted, and the performer gets a mail about each change', async () => {
    const { token, id, email } = await signUpPerformer(testHost);
    expect((await saveBanking(token)).data.banking).toEqual({
      firstName: 'Ada',
      lastName: 'Winters',
      bankName: 'Good Bank',
      country: 'GB',
      last4: '5432',
    });
    const { data } = await saveGateway(token, { method: 'paypal', email: 'pay.me@example.com' });
    expect(data.payoutMethods).toMatchObject({ paypal: { email: 'p***@example.com' }, preferred: 'paypal', banking: { last4: '5432' } });
    const { rows } = await testHost.ctx.db.execute(`select p::text as row from performers p where account_id = '${id}'`);
    const stored = String(rows[0]?.row);
    for (const secret of ['GB82', '1234 5698', '123456987654', 'WESTGB22', 'pay.me']) expect(stored).not.toContain(secret);
    const [row] = await testHost.ctx.db.select({ sealed: performers.bankingSealed }).from(performers).where(eq(performers.accountId, id));
    for (const secret of ['GB82', '5698']) expect(Buffer.from(row?.sealed ?? '', 'base64').toString('latin1')).not.toContain(secret);
    const sentMails = await testHost.ctx.db.select({ template: mails.template }).from(mails).where(eq(mails.to, email));
    expect(sentMails.filter(({ template }) => template === 'payout-details-changed')).toHaveLength(2);
  });

  test('can be decrypted only with the site’s key, and only for their performer and kind', async () => {
    const { token, id } = await signUpPerformer(testHost);
    await saveBanking(token);
    const [row] = await testHost.ctx.db.select({ sealed: performers.bankingSealed }).from(performers).where(eq(performers.accountId, id));
    const [key, sealed] = [deriveKey(testHost.ctx.config.appSecret, 'footlight payout details'), Buffer.from(row?.sealed ?? '', 'base64')];
    expect(JSON.parse(decrypt(key, `banking:${id}`, sealed).toString())).toEqual(bankAccount);
    expect(() => decrypt(key, `paypal:${id}`, sealed)).toThrow();
    expect(() => decrypt(key, `banking:${testHost.ctx.random.id()}`, sealed)).toThrow();
  });

  test('require reauthentication ten minutes after sign-in', async () => {
    const { token } = await signUpPerformer(testHost);
    testHost.clock.advance({ minutes: 11 });
    expect((await saveBanking(token)).errorBody.error).toBe('reauthentication_required');
    expect((await saveGateway(token, { method: 'paypal', email: 'pay@example.com' })).errorBody.error).toBe('reauthentication_required');
    await testHost.call('POST /auth/reauthenticate', { body: { password: 'correct horse battery' } }, { token });
    expect((await saveBanking(token)).status).toBe(200);
  });

  test('require a Stripe account to choose Stripe, and an account number for a bank', async () => {
    const { token } = await signUpPerformer(testHost);
    expect((await saveGateway(token, { method: 'stripe' })).errorBody.error).toBe('stripe_account_missing');
    expect((await saveBanking(token, { ...bankAccount, iban: undefined })).errorBody).toMatchObject({
      error: 'invalid_request',
      issues: [{ path: 'accountNumber' }],
    });
  });

  test('accept an IBAN with valid check digits, with spaces or dashes', async () => {
    const { token } = await signUpPerformer(testHost);
    for (const iban of ['GB82 WEST 1234 5698 7654 33', 'DE89 3704 0044 0532 0130', 'XX00 1234 5678'])
      expect((await saveBanking(token, { ...bankAccount, iban })).errorBody).toMatchObject({
        error: 'iban_invalid',
        issues: [{ path: 'iban' }],
      });
    expect((await saveBanking(token, { ...bankAccount, iban: 'de89-3704-0044-0532-0130-00' })).data.banking?.last4).toBe('3000');
  });

  test('require four digits or letters in an account number, and never show a short one completely', async () => {
    const { token } = await signUpPerformer(testHost);
    const saveNumber = (accountNumber: string) => saveBanking(token, { ...bankAccount, iban: undefined, accountNumber });
    for (const invalid of ['- - ', '----', '12 - 3', '    ', '1'.repeat(35)]) {
      expect((await saveNumber(invalid)).errorBody).toMatchObject({ error: 'invalid_request', issues: [{ path: 'accountNumber' }] });
    }
    expect((await saveNumber('12-34')).data.banking?.last4).toBe('34');
    expect((await saveNumber('1 234 567')).data.banking?.last4).toBe('567');
    expect((await saveNumber('12345678')).data.banking?.last4).toBe('5678');
  });

  test('reject an unknown country', async () => {
    const { token } = await signUpPerformer(testHost);
    expect((await saveBanking(token, { ...bankAccount, country: 'ZZ' })).errorBody).toMatchObject({
      error: 'country_unknown',
      issues: [{ path: 'country' }],
    });
  });
});
