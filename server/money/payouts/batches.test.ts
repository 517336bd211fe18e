/** Paying payouts: the account of a single payout is shown to the operator who pays it, and a file pays many. */
import { and, desc, eq } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/accounts';
import { payoutRequests } from '@server/platform/db/schema/money';
import { auditLog } from '@server/platform/db/schema/site';
import { teamMembers } from '@server/platform/db/schema/team';
import { bankAccount } from '../../../tests/kit/money/bank';
import { violatedInvariants, waitForBlockedQuery } from '../../../tests/kit/money/ledger';
import { payingFan, setPaypalPayout } from '../../../tests/kit/money/earners';
import { password, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { setSettings } from '../../../tests/kit/host/site-settings';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

type TestAccount = { id: string; token: string };

let testHost: TestHost;
let operator: TestAccount;
beforeAll(async () => {
  testHost = await openTestHost();
  operator = await signUpOperator(testHost);
  await setSettings(testHost, { currency: 'EUR', payoutSenderName: 'Footlight Société', payoutSenderIban: 'DE89 3704 0044 0532 0130 00' });
});
afterAll(async () => {
  expect(await violatedInvariants(testHost)).toEqual([]);
  await testHost.close();
});

const setBankAccount = (who: TestAccount, changes: object = {}) =>
  testHost.call(
    'PUT /performers/:id/banking-settings',
    { params: { id: 'me' }, body: { ...bankAccount, ...changes } },
    { token: who.token },
  );
const approve = (id: string) =>
  testHost.call('POST /admin/payout-requests/:id/approve', { params: { id }, body: { note: '' } }, { token: operator.token });
const revealDestination = (id: string, token = operator.token) =>
  testHost.call('POST /admin/payout-requests/:id/destination', { params: { id } }, { token });
type Format = 'sepa' | 'csv' | 'paypal';
const batchBy = (token: string, format: Format, payoutRequestIds: string[], key?: string) =>
  testHost.call('POST /admin/payout-batches', { body: { format, payoutRequestIds } }, { token, ...(key !== undefined && { key }) });
const batch = (format: Format, ...payoutRequestIds: string[]) => batchBy(operator.token, format, payoutRequestIds);
const file = (id: string, token = operator.token) => testHost.call('POST /admin/payout-batches/:id/file', { params: { id } }, { token });
const done = (id: string, token = operator.token) =>
  testHost.call('POST /admin/payout-batches/:id/done', { params: { id }, body: { reference: 'May' } }, { token });
const dissolve = (id: string, token = operator.token) =>
  testHost.call('POST /admin/payout-batches/:id/dissolve', { params: { id } }, { token });
const view = (id: string) => testHost.call('GET /admin/payout-batches/:id/view', { params: { id } }, { token: operator.token });
/** Logs a test account in again, by its username. */
const logInAgain = async (id: string): Promise<string> => {
  const [row] = await testHost.ctx.db.select({ username: accounts.username }).from(accounts).where(eq(accounts.id, id));
  const body = { username: row?.username ?? '', password, remember: true };
  return (await testHost.call('POST /auth/login', { body })).data.token;
};
const statusOf = async (id: string) => (await testHost.ctx.db.select().from(payoutRequests).where(eq(payoutRequests.id, id)))[0]?.status;

/** An approved performer with earnings and a request for `amount`; approved by the operator unless the test says otherwise. */
async function requestedPayout(
  method: 'banking' | 'paypal',
  amount: number,
  details: object = {},
  isApproved = true,
): Promise<TestAccount & { payout: string }> {
  const performer = await signUpPerformer(testHost);
  const { pays } = await payingFan(testHost);
  await pays(performer.id, BigInt(amount * 125));
  if (method === 'banking') await setBankAccount(performer, details);
  else await setPaypalPayout(testHost, performer);
  const { status, data, errorBody } = await testHost.call(
    'POST /payout-requests',
    { body: { amount, method, requestNote: '' } },
    { token: performer.token },
  );
  if (status !== 200) throw new Error(JSON.stringify(errorBody));
  if (isApproved) await approve(data._id);
  return { ...performer, payout: data._id };
}

describe('the account of a payout', () => {
  test('is shown to the operator who pays it, and each access is in the audit log', async () => {
    const { payout } = await requestedPayout('banking', 60);
    expect((await revealDestination(payout)).data).toEqual({
      method: 'banking',
      holder: 'Ada Winters',
      bankName: 'Good Bank',
      country: 'GB',
      iban: 'GB82 WEST 1234 5698 7654 32',
      accountNumber: null,
      routing: null,
      swift: 'WESTGB22',
      taxId: null,
      address: '',
    });
    const entries = await testHost.ctx.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'payouts.destination'), eq(auditLog.targetId, payout)))
      .orderBy(desc(auditLog.id));
    expect(entries).toMatchObject([{ actorId: operator.id }]);
    expect(JSON.stringify(entries)).not.toContain('7654 32');
    expect((await revealDestination((await requestedPayout('paypal', 60)).payout)).data).toEqual({
      method: 'paypal',
      email: 'stage@example.com',
    });
  });

  test('is not shown before the approval, after the payment, or if it has changed since the request', async () => {
    const [pending, changed] = [await requestedPayout('banking', 60, {}, false), await requestedPayout('banking', 60)];
    expect((await revealDestination(pending.payout)).errorBody.error).toBe('payout_not_approved');
    await setBankAccount(changed, { iban: 'FR14 2004 1010 0505 0001 3M02 606' });
    expect((await revealDestination(changed.payout)).errorBody.error).toBe('payout_account_changed');
    expect((await batch('sepa', changed.payout)).errorBody.error).toBe('payout_account_changed');
    const paid = await requestedPayout('banking', 60);
    await testHost.call('POST /admin/payout-requests/:id/done', { params: { id: paid.payout }, body: {} }, { token: operator.token });
    expect((await revealDestination(paid.payout)).errorBody.error).toBe('payout_not_approved');
    expect((await revealDestination(pending.payout, pending.token)).errorBody.error).toBe('forbidden_role');
    expect((await revealDestination(crypto.randomUUID())).errorBody.error).toBe('payout_not_found');
  });

  test('requires recent reauthentication', async () => {
    const { payout } = await requestedPayout('banking', 60);
    const stale = await signUpOperator(testHost);
    testHost.clock.advance({ minutes: 30 });
    const calls = [
      () => revealDestination(payout, stale.token),
      () => batchBy(stale.token, 'csv', [payout]),
      () => file(payout, stale.token),
      () => done(payout, stale.token),
      () => dissolve(payout, stale.token),
    ];
    for (const call of calls) expect((await call()).errorBody.error).toBe('reauthentication_required');
    operator = await signUpOperator(testHost);
  });
});

describe('a payout file', () => {
  test('pays many payouts by SEPA, and marks them as done together', async () => {
    const [one, other] = [
      await requestedPayout('banking', 60, { firstName: 'Żoë', lastName: "O'Hara & Søn" }),
      await requestedPayout('banking', 75, { iban: 'NL91ABNA0417164300', swift: undefined }),
    ];
    const { data } = await batch('sepa', other.payout, one.payout, one.payout);
    expect(data).toMatchObject({ format: 'sepa', count: 2, total: 135, currency: 'EUR', done: 0, madeBy: { _id: operator.id } });
    const { name, mediaType, content } = (await file(data._id)).data;
    expect([name, mediaType]).toEqual([expect.stringMatching(/^payouts-\d{4}-\d\d-\d\d-[0-9a-f]{8}\.xml$/), 'application/xml']);
    const xmlValues = new Map([...content.matchAll(/<(\w+)(?: [^>]*)?>([^<]+)<\/\1>/g)].map(([, tag, text]) => [tag, text]));
    expect(Object.fromEntries(xmlValues)).toMatchObject({
      NbOfTxs: '2',
      CtrlSum: '135.00',
      PmtMtd: 'TRF',
      Id: 'NOTPROVIDED',
      ChrgBr: 'SLEV',
    });
    expect(content).toContain('xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"');
    expect(content.match(/<IBAN>\w+<\/IBAN>/g)).toEqual([
      '<IBAN>DE89370400440532013000</IBAN>',
      '<IBAN>GB82WEST12345698765432</IBAN>',
      '<IBAN>NL91ABNA0417164300</IBAN>',
    ]);
    expect(content.match(/<InstdAmt Ccy="EUR">[\d.]+/g)).toEqual(['<InstdAmt Ccy="EUR">60.00', '<InstdAmt Ccy="EUR">75.00']);
    expect(content.match(/<Nm>[^<]+/g)).toEqual(
      ['Footlight Societe', 'Footlight Societe', 'Zoe O&#39;Hara . Son', 'Ada Winters'].map((holder) => `<Nm>${holder}`),
    );
    const done = () =>
      testHost.call(
        'POST /admin/payout-batches/:id/done',
        { params: { id: data._id }, body: { reference: 'May' } },
        { token: operator.token },
      );
    expect((await Promise.all([done(), done()])).map((response) => response.data.done)).toEqual([2, 2]);
    expect((await view(data._id)).data.payouts).toMatchObject([
      { _id: one.payout, status: 'done', reference: 'May' },
      { _id: other.payout, status: 'done', reference: 'May' },
    ]);
    expect((await file(data._id)).errorBody.error).toBe('payout_batch_done');
  });

  test('is rejected when a bank would not accept it, with the reasons', async () => {
    const [withIban, withAccountNumber, withInvalidIban] = [
      await requestedPayout('banking', 60),
      await requestedPayout('banking', 60, { iban: undefined, accountNumber: '123456789', country: 'US' }),
      await requestedPayout('banking', 60, { iban: 'BR15 0000 0000 0000 1093 2840 814P 2' }),
    ];
    const withoutLatinName = await requestedPayout('banking', 60, { firstName: '小龍', lastName: '李' });
    expect((await batch('sepa', withoutLatinName.payout)).errorBody.message).toMatch(/needs to enter the account holder in Latin letters/);
    const rejected = await batch('sepa', withIban.payout, withAccountNumber.payout, withInvalidIban.payout);
    expect(rejected.errorBody).toMatchObject({ statusCode: 422, error: 'payout_batch_impossible' });
    expect(rejected.errorBody.message.match(/has no valid SEPA IBAN/g)).toHaveLength(2);
    await setSettings(testHost, { currency: 'USD', payoutSenderIban: '' });
    expect((await batch('sepa', withIban.payout)).errorBody.message).toMatch(/SEPA pays in EUR.*enter the holder and SEPA IBAN/);
    await setSettings(testHost, { currency: 'EUR', payoutSenderIban: 'DE89 3704 0044 0532 0130 00' });
    expect((await batch('paypal', withIban.payout)).errorBody.error).toBe('payout_batch_impossible');
    const { data } = await batch('csv', withIban.payout, withAccountNumber.payout, withInvalidIban.payout);
    const { content } = (await file(data._id)).data;
    expect(
      content
        .split('\r\n')
        .slice(1, 4)
        .map((line) => line.split(',').slice(2, 7).join(',')),
    ).toEqual(expect.arrayContaining(['60.00,EUR,Ada Winters,,123456789', '60.00,EUR,Ada Winters,GB82 WEST 1234 5698 7654 32,']));
  });

  test('is rejected with the matching error code', async () => {
    const { payout } = await requestedPayout('banking', 60);
    const pending = await requestedPayout('banking', 60, {}, false);
    const missingId = crypto.randomUUID();
    expect((await batch('csv', payout, missingId)).errorBody.error).toBe('payout_not_found');
    expect((await batch('csv', payout, pending.payout)).errorBody.error).toBe('payout_not_approved');
    const byGateway = await requestedPayout('banking', 60);
    await testHost.ctx.db.update(payoutRequests).set({ method: 'stripe' }).where(eq(payoutRequests.id, byGateway.payout));
    expect((await batch('csv', byGateway.payout)).errorBody.error).toBe('payout_method_missing');
    expect((await revealDestination(byGateway.payout)).errorBody.error).toBe('payout_method_missing');
    await testHost.ctx.db.update(payoutRequests).set({ method: 'banking' }).where(eq(payoutRequests.id, byGateway.payout));
    for (const call of [view(missingId), file(missingId), done(missingId)])
      expect((await call).errorBody.error).toBe('payout_batch_not_found');

    const changed = await requestedPayout('banking', 60);
    const { data: keptBatch } = await batch('sepa', changed.payout);
    await setSettings(testHost, { payoutSenderIban: '' });
    expect((await file(keptBatch._id)).errorBody.error).toBe('payout_batch_impossible');
    await setSettings(testHost, { payoutSenderIban: 'DE89 3704 0044 0532 0130 00' });
    await setBankAccount(changed, { iban: 'FR14 2004 1010 0505 0001 3M02 606' });
    expect((await file(keptBatch._id)).errorBody.error).toBe('payout_account_changed');

    const { data: ownBatch } = await batch('csv', payout);
    const [row] = await testHost.ctx.db.select().from(payoutRequests).where(eq(payoutRequests.id, payout));
    const ownerId = row?.performerId ?? '';
    const now = testHost.clock.now();
    await testHost.ctx.db.update(accounts).set({ role: 'operator' }).where(eq(accounts.id, ownerId));
    await testHost.ctx.db.insert(teamMembers).values({ accountId: ownerId, bundle: 'owner', createdAt: now, updatedAt: now });
    const token = await logInAgain(ownerId);
    expect((await revealDestination(payout, token)).errorBody.error).toBe('self_not_allowed');
    expect((await file(ownBatch._id, token)).errorBody.error).toBe('self_not_allowed');
    expect((await done(ownBatch._id, token)).errorBody.error).toBe('self_not_allowed');
    await dissolve(ownBatch._id);
    expect((await batchBy(token, 'csv', [payout])).errorBody.error).toBe('self_not_allowed');
  });

  test('is created once per key, and the key is rejected with another body', async () => {
    const [one, other] = [await requestedPayout('banking', 60), await requestedPayout('banking', 60)];
    const running = await testHost.ctx.db.transaction(async (tx) => {
      await tx.select().from(payoutRequests).where(eq(payoutRequests.id, one.payout)).for('update');
      const first = batchBy(operator.token, 'csv', [one.payout], 'file');
      await waitForBlockedQuery(testHost);
      expect((await batchBy(operator.token, 'csv', [one.payout], 'file')).errorBody.error).toBe('request_in_progress');
      return { first };
    });
    const { data } = await running.first;
    expect((await batchBy(operator.token, 'csv', [one.payout], 'file')).data).toEqual(data);
    expect((await batchBy(operator.token, 'csv', [other.payout], 'file')).errorBody.error).toBe('idempotency_key_reused');
  });

  test('contains each payout once, even if several files are created concurrently', async () => {
    const { payout } = await requestedPayout('banking', 60);
    const responses = await Promise.all([batch('csv', payout), batch('sepa', payout), batch('csv', payout)]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status !== 200).map(({ errorBody }) => errorBody.error)).toEqual([
      'payout_in_batch',
      'payout_in_batch',
    ]);
    const { data } = await testHost.call('GET /admin/payout-requests/search', { query: { isInBatch: false } }, { token: operator.token });
    expect(data.data.map(({ _id }) => _id)).not.toContain(payout);
  });

  test('can be deleted while none of its payouts are paid, and loses a payout that is rejected', async () => {
    const [one, other] = [await requestedPayout('paypal', 60), await requestedPayout('paypal', 75)];
    const { data } = await batch('paypal', one.payout, other.payout);
    expect((await file(data._id)).data.content.split('\r\n').slice(0, 2)).toEqual(
      [one, other].map(
        ({ payout }, index) =>
          `stage@example.com,"${['60,00', '75,00'][index] ?? ''}",EUR,${payout.replaceAll('-', '').slice(-30)},Payout from Footlight,PAYPAL`,
      ),
    );
    const reject = { params: { id: other.payout }, body: { note: 'Not now' } };
    await testHost.call('POST /admin/payout-requests/:id/reject', reject, { token: operator.token });
    expect((await view(data._id)).data).toMatchObject({ count: 1, total: 60 });
    expect((await dissolve(data._id)).status).toBe(200);
    expect((await dissolve(data._id)).errorBody.error).toBe('payout_batch_not_found');
    expect(await statusOf(one.payout)).toBe('approved');
    const again = (await batch('csv', one.payout)).data;
    await done(again._id);
    expect((await dissolve(again._id)).errorBody.error).toBe('payout_batch_done');
    const { data: all } = await testHost.call('GET /admin/payout-batches/search', { query: { format: 'csv' } }, { token: operator.token });
    expect(all.data[0]).toMatchObject({ _id: again._id, done: 1, count: 1 });
  });
});
