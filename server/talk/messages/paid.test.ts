/** Messages for sale: locked until paid, kept by the buyer, and their files closed to everyone else. */
import { eq } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/accounts';
import { violatedInvariants, fillWallet } from '../../../tests/kit/money/ledger';
import { openSocket } from '../../../tests/kit/host/test-socket';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { uploadMessagePhoto, readMessages, sendMessage, openConversation } from '../../../tests/kit/talk/conversations';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let visitorCountry: string | null = null;

beforeAll(async () => {
  testHost = await openTestHost({}, { geo: { countryOf: () => Promise.resolve(visitorCountry) } });
});
beforeEach(() => {
  visitorCountry = null;
});
afterAll(async () => {
  expect(await violatedInvariants(testHost)).toEqual([]);
  await testHost.close();
});

interface TestAccount {
  id: string;
  token: string;
}
const long = `${'A caption that goes on. '.repeat(8)}THE END`;

async function offer(price = 5) {
  const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
  const id = await openConversation(testHost, fan, performer);
  const photo = await uploadMessagePhoto(testHost, performer);
  const { data: message } = await sendMessage(testHost, performer, id, { text: long, fileIds: [photo], price });
  return { fan, performer, id, photo, message };
}
const unlock = (who: TestAccount, id: string, options: { key?: string; expectedPrice?: number } = {}) =>
  testHost.call(
    'POST /wallet/charges/message/:id',
    { params: { id }, body: options.expectedPrice === undefined ? {} : { expectedPrice: options.expectedPrice } },
    { token: who.token, ...(options.key !== undefined && { key: options.key }) },
  );
const lastOf = async (who: TestAccount, id: string) => (await readMessages(testHost, who, id)).data[0];
const errorOf = async (call: Promise<{ errorBody: { error: string } }>) => (await call).errorBody.error;
const balance = async (who: TestAccount) => (await testHost.call('GET /users/me', {}, { token: who.token })).data.balance;
/** Requests a file as this account's browser would, also with a URL issued to another account. */
async function fetchAs(who: TestAccount, address: string): Promise<number> {
  const me = await testHost.call('GET /users/me', {}, { token: who.token });
  const cookie = me.headers
    .getSetCookie()
    .map((cookieHeader) => cookieHeader.split(';')[0])
    .join('; ');
  const { pathname, search } = new URL(address);
  const response = await fetch(`${testHost.url}${pathname}${search}`, { headers: { cookie } });
  await response.arrayBuffer();
  return response.status;
}

describe('a priced message', () => {
  test('is locked for the fan until paid, and shows the performer that it was bought', async () => {
    const { fan, performer, id, message } = await offer();
    await fillWallet(testHost, fan.id, 2000n);
    expect(message).toMatchObject({ isSale: true, price: 5, isLocked: false, isBought: false, text: long });
    const locked = await lastOf(fan, id);
    expect(locked).toMatchObject({ isLocked: true, isCut: true, price: 5, files: [{ url: null, downloadUrl: null, sources: [] }] });
    expect(locked?.files[0]?.blur).toMatch(/^data:/);
    expect(locked?.text).toHaveLength(120);
    expect(JSON.stringify((await testHost.call('GET /conversations', {}, { token: fan.token })).data)).not.toContain('THE END');
    const [buyer, seller] = [await openSocket(testHost, fan.token), await openSocket(testHost, performer.token)];
    const { data } = await unlock(fan, message._id, { expectedPrice: 5 });
    expect(data).toMatchObject({
      type: 'message',
      price: 5,
      commission: 1,
      earning: 4,
      item: { isLocked: false, isBought: true, text: long },
    });
    expect(data.item.files[0]?.url).toMatch(/^http/);
    await eventually(() => {
      expect(seller.received('message/changed')).toMatchObject([{ _id: message._id, isBought: true }]);
      expect(buyer.received('message/changed')).toMatchObject([{ isLocked: false, text: long }]);
      expect(seller.received('wallet/balance-changed')).toMatchObject([{ change: 4 }]);
    });
    buyer.close();
    seller.close();
  });

  test('is charged once for 20 concurrent requests, and only to its recipient', async () => {
    const { fan, performer, message } = await offer();
    await fillWallet(testHost, fan.id, 2000n);
    const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => unlock(fan, message._id, { key: `copy ${index}` })));
    expect(new Set(responses.map(({ data }) => data._id)).size).toBe(1);
    expect([await balance(fan), await balance(performer)]).toEqual([15, 4]);
    const stranger = await signUpFan(testHost);
    await fillWallet(testHost, stranger.id, 2000n);
    expect(await errorOf(unlock(stranger, message._id))).toBe('message_not_found');
    expect(await errorOf(unlock(fan, testHost.ctx.random.id()))).toBe('message_not_found');
  });

  test('is rejected with a specific error code', async () => {
    const { fan, performer, id, message, photo } = await offer();
    expect(await errorOf(unlock(fan, message._id))).toBe('insufficient_balance');
    await fillWallet(testHost, fan.id, 2000n);
    expect(await errorOf(unlock(fan, message._id, { expectedPrice: 4 }))).toBe('price_changed');
    const { data: free } = await sendMessage(testHost, performer, id, { text: 'Free' });
    const { data: own } = await sendMessage(testHost, fan, id, { text: 'Mine' });
    expect(await errorOf(unlock(fan, free._id))).toBe('not_for_sale');
    expect(await errorOf(unlock(fan, own._id))).toBe('own_item');
    expect(await errorOf(sendMessage(testHost, performer, id, { text: 'Words alone', price: 5 }))).toBe('file_required');
    expect(await errorOf(sendMessage(testHost, performer, id, { fileIds: [photo], isSale: true }))).toBe('invalid_request');
    expect(await errorOf(sendMessage(testHost, performer, id, { fileIds: [photo], price: 0.5 }))).toBe('invalid_request');
    expect(await errorOf(sendMessage(testHost, fan, id, { text: 'Buy me', price: 5 }))).toBe('forbidden_role');
    await testHost.call('PUT /users', { body: { monthlySpendingLimit: 1 } }, { token: fan.token });
    expect(await errorOf(unlock(fan, message._id))).toBe('spending_limit_reached');
    await testHost.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
    expect(await errorOf(unlock(fan, message._id))).toBe('blocked_by_performer');
    expect(await balance(fan)).toBe(20);
  });

  test('is not sold in a blocked country or after the performer is suspended, and its files are closed there too', async () => {
    const { fan, performer, message } = await offer();
    await fillWallet(testHost, fan.id, 2000n);
    await testHost.call('POST /block/countries', { body: { countryCodes: ['FR'] } }, { token: performer.token });
    visitorCountry = 'FR';
    expect(await errorOf(unlock(fan, message._id))).toBe('blocked_by_performer');
    visitorCountry = null;
    const { data } = await unlock(fan, message._id);
    const address = data.item.files[0]?.url ?? '';
    expect(await fetchAs(fan, address)).toBe(200);
    visitorCountry = 'FR';
    testHost.clock.advance({ seconds: 3 });
    expect(await fetchAs(fan, address)).toBe(403);
    const other = await offer();
    await fillWallet(testHost, other.fan.id, 2000n);
    await testHost.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, other.performer.id));
    expect(await errorOf(unlock(other.fan, other.message._id))).toBe('message_not_found');
    expect(await balance(other.fan)).toBe(20);
  });

  test('is truncated between whole characters, also at a surrogate pair', async () => {
    const { fan, performer, id, photo } = await offer();
    const text = `${'a'.repeat(119)}😀 and the rest`;
    expect((await sendMessage(testHost, performer, id, { text, fileIds: [photo], price: 5 })).status).toBe(200);
    expect(await lastOf(fan, id)).toMatchObject({ text: `${'a'.repeat(119)}😀`, isCut: true });
  });

  test('stays with its buyer when deleted; an unbought one is removed', async () => {
    const { fan, performer, id, message } = await offer();
    await fillWallet(testHost, fan.id, 2000n);
    await unlock(fan, message._id);
    await testHost.call('DELETE /messages/:id', { params: { id: message._id } }, { token: performer.token });
    expect(await lastOf(fan, id)).toMatchObject({ isDeleted: false, text: long, isBought: true });
    expect(await fetchAs(fan, (await lastOf(fan, id))?.files[0]?.url ?? '')).toBe(200);
    expect(await lastOf(performer, id)).toMatchObject({ isDeleted: true, text: 'Message deleted!', files: [] });
    const other = await offer();
    await testHost.call('DELETE /messages/:id', { params: { id: other.message._id } }, { token: other.performer.token });
    await fillWallet(testHost, other.fan.id, 2000n);
    expect(await errorOf(unlock(other.fan, other.message._id))).toBe('message_not_found');
  });

  test('is locked again after a refund', async () => {
    const { fan, id, message } = await offer();
    await fillWallet(testHost, fan.id, 2000n);
    const { data } = await unlock(fan, message._id);
    const operator = await signUpOperator(testHost);
    await testHost.call(
      'POST /admin/charges/:id/refund',
      { params: { id: data._id }, body: { reason: 'A mistake' } },
      { token: operator.token },
    );
    expect(await lastOf(fan, id)).toMatchObject({ isLocked: true, isBought: false });
    expect(await balance(fan)).toBe(20);
    expect((await unlock(fan, message._id)).data._id).not.toBe(data._id);
  });

  test('is either sold or deleted when both happen concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { fan, performer, id, message } = await offer();
      await fillWallet(testHost, fan.id, 500n);
      const [bought] = await Promise.all([
        unlock(fan, message._id),
        testHost.call('DELETE /messages/:id', { params: { id: message._id } }, { token: performer.token }),
      ]);
      expect((await lastOf(fan, id))?.isDeleted).toBe(bought.status !== 200);
      expect(await balance(fan)).toBe(bought.status === 200 ? 0 : 5);
    }
  });
});

describe('the files of a message', () => {
  test('are served only to its two participants, even with a copied URL, and not to operators', async () => {
    const { fan, performer, id } = await offer();
    const photo = await uploadMessagePhoto(testHost, performer);
    await sendMessage(testHost, performer, id, { text: 'Free', fileIds: [photo] });
    const fanUrl = (await lastOf(fan, id))?.files[0]?.url ?? '';
    const performerUrl = (await lastOf(performer, id))?.files[0]?.url ?? '';
    expect([await fetchAs(fan, fanUrl), await fetchAs(performer, performerUrl)]).toEqual([200, 200]);
    const [stranger, operator] = [await signUpFan(testHost), await signUpOperator(testHost)];
    for (const who of [stranger, operator, performer]) expect(await fetchAs(who, fanUrl)).toBe(403);
    for (const who of [stranger, operator]) {
      const { status } = await testHost.call('GET /files/:id/status', { params: { id: photo } }, { token: who.token });
      expect(status).toBe(404);
    }
    await testHost.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
    testHost.clock.advance({ seconds: 3 });
    expect(await fetchAs(fan, fanUrl)).toBe(403);
    expect((await lastOf(fan, id))?.files[0]?.url).toBeNull();
  });

  test('are served only to their sender until paid', async () => {
    const { fan, performer, id, photo } = await offer();
    const performerUrl = (await lastOf(performer, id))?.files[0]?.url ?? '';
    expect(await fetchAs(performer, performerUrl)).toBe(200);
    expect(await fetchAs(fan, performerUrl)).toBe(403);
    expect((await testHost.call('GET /files/:id/status', { params: { id: photo } }, { token: fan.token })).status).toBe(404);
  });
});
