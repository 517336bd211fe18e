/** Carrying payouts out: the account of one is opened to who pays it, and many are paid by one file. */
import { and, desc, eq } from 'drizzle-orm';
import { accounts, auditLog, payoutRequests, teamMembers } from '@server/platform/db/schema/schema';
import { bank } from '../../../tests/kit/money/bank';
import { brokenLaws, somebodyWaits } from '../../../tests/support/books';
import { buyer, payByPaypal } from '../../../tests/support/earners';
import { password, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { setSettings } from '../../../tests/support/site-settings';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

type Who = { id: string; token: string };

let world: World;
let operator: Who;
beforeAll(async () => {
  world = await openWorld();
  operator = await signUpOperator(world);
  await setSettings(world, { currency: 'EUR', payoutSenderName: 'Footlight Société', payoutSenderIban: 'DE89 3704 0044 0532 0130 00' });
});
afterAll(async () => {
  expect(await brokenLaws(world)).toEqual([]);
  await world.close();
});

const payByBank = (who: Who, changes: object = {}) =>
  world.call('PUT /performers/:id/banking-settings', { params: { id: 'me' }, body: { ...bank, ...changes } }, { token: who.token });
const approve = (id: string) =>
  world.call('POST /admin/payout-requests/:id/approve', { params: { id }, body: { note: '' } }, { token: operator.token });
const open = (id: string, token = operator.token) =>
  world.call('POST /admin/payout-requests/:id/destination', { params: { id } }, { token });
type Format = 'sepa' | 'csv' | 'paypal';
const batchBy = (token: string, format: Format, payoutRequestIds: string[], key?: string) =>
  world.call('POST /admin/payout-batches', { body: { format, payoutRequestIds } }, { token, ...(key !== undefined && { key }) });
const batch = (format: Format, ...payoutRequestIds: string[]) => batchBy(operator.token, format, payoutRequestIds);
const file = (id: string, token = operator.token) => world.call('POST /admin/payout-batches/:id/file', { params: { id } }, { token });
const done = (id: string, token = operator.token) =>
  world.call('POST /admin/payout-batches/:id/done', { params: { id }, body: { reference: 'May' } }, { token });
const dissolve = (id: string, token = operator.token) =>
  world.call('POST /admin/payout-batches/:id/dissolve', { params: { id } }, { token });
const view = (id: string) => world.call('GET /admin/payout-batches/:id/view', { params: { id } }, { token: operator.token });
/** Signs somebody in anew, by the name that the test's people have. */
const sessionOf = async (id: string): Promise<string> => {
  const [row] = await world.ctx.db.select({ username: accounts.username }).from(accounts).where(eq(accounts.id, id));
  const body = { username: row?.username ?? '', password, remember: true };
  return (await world.call('POST /auth/login', { body })).data.token;
};
const statusOf = async (id: string) => (await world.ctx.db.select().from(payoutRequests).where(eq(payoutRequests.id, id)))[0]?.status;

/** An approved performer with earnings, who asked for `amount`; approved by the operator unless told otherwise. */
async function asked(
  method: 'banking' | 'paypal',
  amount: number,
  details: object = {},
  isApproved = true,
): Promise<Who & { payout: string }> {
  const performer = await signUpPerformer(world);
  const { pays } = await buyer(world);
  await pays(performer.id, BigInt(amount * 125));
  if (method === 'banking') await payByBank(performer, details);
  else await payByPaypal(world, performer);
  const { status, data, refusal } = await world.call(
    'POST /payout-requests',
    { body: { amount, method, requestNote: '' } },
    { token: performer.token },
  );
  if (status !== 200) throw new Error(JSON.stringify(refusal));
  if (isApproved) await approve(data._id);
  return { ...performer, payout: data._id };
}

describe('the account of a payout', () => {
  test('is opened to who pays it, and each look is in the audit log', async () => {
    const { payout } = await asked('banking', 60);
    expect((await open(payout)).data).toEqual({
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
    const entries = await world.ctx.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'payouts.destination'), eq(auditLog.targetId, payout)))
      .orderBy(desc(auditLog.id));
    expect(entries).toMatchObject([{ actorId: operator.id }]);
    expect(JSON.stringify(entries)).not.toContain('7654 32');
    expect((await open((await asked('paypal', 60)).payout)).data).toEqual({ method: 'paypal', email: 'stage@example.com' });
  });

  test('stays closed before the approval, after the payment, and when it was changed since', async () => {
    const [waiting, changed] = [await asked('banking', 60, {}, false), await asked('banking', 60)];
    expect((await open(waiting.payout)).refusal.error).toBe('payout_not_approved');
    await payByBank(changed, { iban: 'FR14 2004 1010 0505 0001 3M02 606' });
    expect((await open(changed.payout)).refusal.error).toBe('payout_account_changed');
    expect((await batch('sepa', changed.payout)).refusal.error).toBe('payout_account_changed');
    const paid = await asked('banking', 60);
    await world.call('POST /admin/payout-requests/:id/done', { params: { id: paid.payout }, body: {} }, { token: operator.token });
    expect((await open(paid.payout)).refusal.error).toBe('payout_not_approved');
    expect((await open(waiting.payout, waiting.token)).refusal.error).toBe('forbidden_role');
    expect((await open(crypto.randomUUID())).refusal.error).toBe('payout_not_found');
  });

  test('asks for a fresh proof', async () => {
    const { payout } = await asked('banking', 60);
    const stale = await signUpOperator(world);
    world.clock.advance({ minutes: 30 });
    const calls = [
      () => open(payout, stale.token),
      () => batchBy(stale.token, 'csv', [payout]),
      () => file(payout, stale.token),
      () => done(payout, stale.token),
      () => dissolve(payout, stale.token),
    ];
    for (const call of calls) expect((await call()).refusal.error).toBe('reauthentication_required');
    operator = await signUpOperator(world);
  });
});

describe('a file for the bank', () => {
  test('pays many by SEPA, and marks them done at once', async () => {
    const [one, other] = [
      await asked('banking', 60, { firstName: 'Żoë', lastName: "O'Hara & Søn" }),
      await asked('banking', 75, { iban: 'NL91ABNA0417164300', swift: undefined }),
    ];
    const { data } = await batch('sepa', other.payout, one.payout, one.payout);
    expect(data).toMatchObject({ format: 'sepa', count: 2, total: 135, currency: 'EUR', done: 0, madeBy: { _id: operator.id } });
    const { name, mediaType, content } = (await file(data._id)).data;
    expect([name, mediaType]).toEqual([expect.stringMatching(/^payouts-\d{4}-\d\d-\d\d-[0-9a-f]{8}\.xml$/), 'application/xml']);
    const paper = new Map([...content.matchAll(/<(\w+)(?: [^>]*)?>([^<]+)<\/\1>/g)].map(([, tag, text]) => [tag, text]));
    expect(Object.fromEntries(paper)).toMatchObject({ NbOfTxs: '2', CtrlSum: '135.00', PmtMtd: 'TRF', Id: 'NOTPROVIDED', ChrgBr: 'SLEV' });
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
      world.call(
        'POST /admin/payout-batches/:id/done',
        { params: { id: data._id }, body: { reference: 'May' } },
        { token: operator.token },
      );
    expect((await Promise.all([done(), done()])).map((answer) => answer.data.done)).toEqual([2, 2]);
    expect((await view(data._id)).data.payouts).toMatchObject([
      { _id: one.payout, status: 'done', reference: 'May' },
      { _id: other.payout, status: 'done', reference: 'May' },
    ]);
    expect((await file(data._id)).refusal.error).toBe('payout_batch_done');
  });

  test('is not made of what a bank would refuse, and says why', async () => {
    const [inIban, byNumber, wrong] = [
      await asked('banking', 60),
      await asked('banking', 60, { iban: undefined, accountNumber: '123456789', country: 'US' }),
      await asked('banking', 60, { iban: 'BR15 0000 0000 0000 1093 2840 814P 2' }),
    ];
    const refused = await batch('sepa', inIban.payout, byNumber.payout, wrong.payout);
    expect(refused.refusal).toMatchObject({ statusCode: 422, error: 'payout_batch_impossible' });
    expect(refused.refusal.message.match(/has no account with a valid IBAN/g)).toHaveLength(2);
    await setSettings(world, { currency: 'USD', payoutSenderIban: '' });
    expect((await batch('sepa', inIban.payout)).refusal.message).toMatch(/in euros.*Enter the account that payouts are sent from/);
    await setSettings(world, { currency: 'EUR', payoutSenderIban: 'DE89 3704 0044 0532 0130 00' });
    expect((await batch('paypal', inIban.payout)).refusal.error).toBe('payout_batch_impossible');
    const { data } = await batch('csv', inIban.payout, byNumber.payout, wrong.payout);
    const { content } = (await file(data._id)).data;
    expect(
      content
        .split('\r\n')
        .slice(1, 4)
        .map((line) => line.split(',').slice(2, 7).join(',')),
    ).toEqual(expect.arrayContaining(['60.00,EUR,Ada Winters,,123456789', '60.00,EUR,Ada Winters,GB82 WEST 1234 5698 7654 32,']));
  });

  test('is refused by name', async () => {
    const { payout } = await asked('banking', 60);
    const waiting = await asked('banking', 60, {}, false);
    const nobody = crypto.randomUUID();
    expect((await batch('csv', payout, nobody)).refusal.error).toBe('payout_not_found');
    expect((await batch('csv', payout, waiting.payout)).refusal.error).toBe('payout_not_approved');
    const byGateway = await asked('banking', 60);
    await world.ctx.db.update(payoutRequests).set({ method: 'stripe' }).where(eq(payoutRequests.id, byGateway.payout));
    expect((await batch('csv', byGateway.payout)).refusal.error).toBe('payout_method_missing');
    expect((await open(byGateway.payout)).refusal.error).toBe('payout_method_missing');
    await world.ctx.db.update(payoutRequests).set({ method: 'banking' }).where(eq(payoutRequests.id, byGateway.payout));
    for (const call of [view(nobody), file(nobody), done(nobody)]) expect((await call).refusal.error).toBe('payout_batch_not_found');

    const changed = await asked('banking', 60);
    const { data: stays } = await batch('sepa', changed.payout);
    await setSettings(world, { payoutSenderIban: '' });
    expect((await file(stays._id)).refusal.error).toBe('payout_batch_impossible');
    await setSettings(world, { payoutSenderIban: 'DE89 3704 0044 0532 0130 00' });
    await payByBank(changed, { iban: 'FR14 2004 1010 0505 0001 3M02 606' });
    expect((await file(stays._id)).refusal.error).toBe('payout_account_changed');

    const { data: own } = await batch('csv', payout);
    const [row] = await world.ctx.db.select().from(payoutRequests).where(eq(payoutRequests.id, payout));
    const ownerId = row?.performerId ?? '';
    const now = world.clock.now();
    await world.ctx.db.update(accounts).set({ role: 'operator' }).where(eq(accounts.id, ownerId));
    await world.ctx.db.insert(teamMembers).values({ accountId: ownerId, bundle: 'owner', createdAt: now, updatedAt: now });
    const token = await sessionOf(ownerId);
    expect((await open(payout, token)).refusal.error).toBe('self_not_allowed');
    expect((await file(own._id, token)).refusal.error).toBe('self_not_allowed');
    expect((await done(own._id, token)).refusal.error).toBe('self_not_allowed');
    await dissolve(own._id);
    expect((await batchBy(token, 'csv', [payout])).refusal.error).toBe('self_not_allowed');
  });

  test('is made once for its key, and of nothing else by it', async () => {
    const [one, other] = [await asked('banking', 60), await asked('banking', 60)];
    const running = await world.ctx.db.transaction(async (tx) => {
      await tx.select().from(payoutRequests).where(eq(payoutRequests.id, one.payout)).for('update');
      const first = batchBy(operator.token, 'csv', [one.payout], 'file');
      await somebodyWaits(world);
      expect((await batchBy(operator.token, 'csv', [one.payout], 'file')).refusal.error).toBe('request_in_progress');
      return { first };
    });
    const { data } = await running.first;
    expect((await batchBy(operator.token, 'csv', [one.payout], 'file')).data).toEqual(data);
    expect((await batchBy(operator.token, 'csv', [other.payout], 'file')).refusal.error).toBe('idempotency_key_reused');
  });

  test('holds each payout once, of two that are made at once too', async () => {
    const { payout } = await asked('banking', 60);
    const answers = await Promise.all([batch('csv', payout), batch('sepa', payout), batch('csv', payout)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 200).map(({ refusal }) => refusal.error)).toEqual([
      'payout_in_batch',
      'payout_in_batch',
    ]);
    const { data } = await world.call('GET /admin/payout-requests/search', { query: { isInBatch: false } }, { token: operator.token });
    expect(data.data.map(({ _id }) => _id)).not.toContain(payout);
  });

  test('is taken back while nothing of it is paid, and a rejected payout leaves it', async () => {
    const [one, other] = [await asked('paypal', 60), await asked('paypal', 75)];
    const { data } = await batch('paypal', one.payout, other.payout);
    expect((await file(data._id)).data.content.split('\r\n').slice(0, 2)).toEqual(
      [one, other].map(
        ({ payout }, index) =>
          `stage@example.com,"${['60,00', '75,00'][index] ?? ''}",EUR,${payout.replaceAll('-', '').slice(-30)},Payout from Footlight,PAYPAL`,
      ),
    );
    const reject = { params: { id: other.payout }, body: { note: 'Not now' } };
    await world.call('POST /admin/payout-requests/:id/reject', reject, { token: operator.token });
    expect((await view(data._id)).data).toMatchObject({ count: 1, total: 60 });
    expect((await dissolve(data._id)).status).toBe(200);
    expect((await dissolve(data._id)).refusal.error).toBe('payout_batch_not_found');
    expect(await statusOf(one.payout)).toBe('approved');
    const again = (await batch('csv', one.payout)).data;
    await done(again._id);
    expect((await dissolve(again._id)).refusal.error).toBe('payout_batch_done');
    const { data: all } = await world.call('GET /admin/payout-batches/search', { query: { format: 'csv' } }, { token: operator.token });
    expect(all.data[0]).toMatchObject({ _id: again._id, done: 1, count: 1 });
  });
});
