/** Priced messages: locked until they are paid, kept once they are, and their files for nobody else. */
import { eq } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/schema';
import { brokenLaws, fillWallet } from '../../../tests/support/books';
import { listenAs } from '../../../tests/support/ear';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { photoOf, read, say, talkOf } from '../../../tests/support/talk';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let visitorCountry: string | null = null;

beforeAll(async () => {
  world = await openWorld({}, { geo: { countryOf: () => Promise.resolve(visitorCountry) } });
});
beforeEach(() => {
  visitorCountry = null;
});
afterAll(async () => {
  expect(await brokenLaws(world)).toEqual([]);
  await world.close();
});

interface Somebody {
  id: string;
  token: string;
}
const long = `${'A caption that goes on. '.repeat(8)}THE END`;

async function offer(price = 5) {
  const [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
  const id = await talkOf(world, fan, performer);
  const photo = await photoOf(world, performer);
  const { data: message } = await say(world, performer, id, { text: long, fileIds: [photo], price });
  return { fan, performer, id, photo, message };
}
const unlock = (who: Somebody, id: string, options: { key?: string; expectedPrice?: number } = {}) =>
  world.call(
    'POST /wallet/charges/message/:id',
    { params: { id }, body: options.expectedPrice === undefined ? {} : { expectedPrice: options.expectedPrice } },
    { token: who.token, ...(options.key !== undefined && { key: options.key }) },
  );
const lastOf = async (who: Somebody, id: string) => (await read(world, who, id)).data[0];
const errorOf = async (call: Promise<{ refusal: { error: string } }>) => (await call).refusal.error;
const balance = async (who: Somebody) => (await world.call('GET /users/me', {}, { token: who.token })).data.balance;
/** Asks for a file's bytes as this person's browser would, whoever the address was made for. */
async function fetchAs(who: Somebody, address: string): Promise<number> {
  const me = await world.call('GET /users/me', {}, { token: who.token });
  const cookie = me.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { pathname, search } = new URL(address);
  const answer = await fetch(`${world.url}${pathname}${search}`, { headers: { cookie } });
  await answer.arrayBuffer();
  return answer.status;
}

describe('a priced message', () => {
  test('is locked to its fan, opens by paying, and its performer sees that it was bought', async () => {
    const { fan, performer, id, message } = await offer();
    await fillWallet(world, fan.id, 2000n);
    expect(message).toMatchObject({ isSale: true, price: 5, isLocked: false, isBought: false, text: long });
    const locked = await lastOf(fan, id);
    expect(locked).toMatchObject({ isLocked: true, isCut: true, price: 5, files: [{ url: null, downloadUrl: null, sources: [] }] });
    expect(locked?.files[0]?.blur).toMatch(/^data:/);
    expect(locked?.text).toHaveLength(120);
    expect(JSON.stringify((await world.call('GET /conversations', {}, { token: fan.token })).data)).not.toContain('THE END');
    const [buyer, seller] = [await listenAs(world, fan.token), await listenAs(world, performer.token)];
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
      expect(seller.heard('message/changed')).toMatchObject([{ _id: message._id, isBought: true }]);
      expect(buyer.heard('message/changed')).toMatchObject([{ isLocked: false, text: long }]);
      expect(seller.heard('wallet/balance-changed')).toMatchObject([{ change: 4 }]);
    });
    buyer.close();
    seller.close();
  });

  test('is paid once by twenty copies, and by nobody who was not sent it', async () => {
    const { fan, performer, message } = await offer();
    await fillWallet(world, fan.id, 2000n);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => unlock(fan, message._id, { key: `copy ${index}` })));
    expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1);
    expect([await balance(fan), await balance(performer)]).toEqual([15, 4]);
    const stranger = await signUpFan(world);
    await fillWallet(world, stranger.id, 2000n);
    expect(await errorOf(unlock(stranger, message._id))).toBe('message_not_found');
    expect(await errorOf(unlock(fan, world.ctx.chance.id()))).toBe('message_not_found');
  });

  test('is refused by name', async () => {
    const { fan, performer, id, message, photo } = await offer();
    expect(await errorOf(unlock(fan, message._id))).toBe('insufficient_balance');
    await fillWallet(world, fan.id, 2000n);
    expect(await errorOf(unlock(fan, message._id, { expectedPrice: 4 }))).toBe('price_changed');
    const { data: free } = await say(world, performer, id, { text: 'Free' });
    const { data: own } = await say(world, fan, id, { text: 'Mine' });
    expect(await errorOf(unlock(fan, free._id))).toBe('not_for_sale');
    expect(await errorOf(unlock(fan, own._id))).toBe('own_item');
    expect(await errorOf(say(world, performer, id, { text: 'Words alone', price: 5 }))).toBe('file_required');
    expect(await errorOf(say(world, performer, id, { fileIds: [photo], isSale: true }))).toBe('invalid_request');
    expect(await errorOf(say(world, performer, id, { fileIds: [photo], price: 0.5 }))).toBe('invalid_request');
    expect(await errorOf(say(world, fan, id, { text: 'Buy me', price: 5 }))).toBe('forbidden_role');
    await world.call('PUT /users', { body: { monthlySpendingLimit: 1 } }, { token: fan.token });
    expect(await errorOf(unlock(fan, message._id))).toBe('spending_limit_reached');
    await world.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
    expect(await errorOf(unlock(fan, message._id))).toBe('blocked_by_performer');
    expect(await balance(fan)).toBe(20);
  });

  test('is not sold in a country that its performer has closed, nor once she is gone; its files are closed there too', async () => {
    const { fan, performer, message } = await offer();
    await fillWallet(world, fan.id, 2000n);
    await world.call('POST /block/countries', { body: { countryCodes: ['FR'] } }, { token: performer.token });
    visitorCountry = 'FR';
    expect(await errorOf(unlock(fan, message._id))).toBe('blocked_by_performer');
    visitorCountry = null;
    const { data } = await unlock(fan, message._id);
    const address = data.item.files[0]?.url ?? '';
    expect(await fetchAs(fan, address)).toBe(200);
    visitorCountry = 'FR';
    world.clock.advance({ seconds: 3 });
    expect(await fetchAs(fan, address)).toBe(403);
    const other = await offer();
    await fillWallet(world, other.fan.id, 2000n);
    await world.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, other.performer.id));
    expect(await errorOf(unlock(other.fan, other.message._id))).toBe('message_not_found');
    expect(await balance(other.fan)).toBe(20);
  });

  test('shows its opening by whole signs, also where a sign of two halves stands at the cut', async () => {
    const { fan, performer, id, photo } = await offer();
    const text = `${'a'.repeat(119)}😀 and the rest`;
    expect((await say(world, performer, id, { text, fileIds: [photo], price: 5 })).status).toBe(200);
    expect(await lastOf(fan, id)).toMatchObject({ text: `${'a'.repeat(119)}😀`, isCut: true });
  });

  test('that was bought stays with its buyer when it is deleted; one that was not is gone', async () => {
    const { fan, performer, id, message } = await offer();
    await fillWallet(world, fan.id, 2000n);
    await unlock(fan, message._id);
    await world.call('DELETE /messages/:id', { params: { id: message._id } }, { token: performer.token });
    expect(await lastOf(fan, id)).toMatchObject({ isDeleted: false, text: long, isBought: true });
    expect(await fetchAs(fan, (await lastOf(fan, id))?.files[0]?.url ?? '')).toBe(200);
    expect(await lastOf(performer, id)).toMatchObject({ isDeleted: true, text: 'Message deleted!', files: [] });
    const other = await offer();
    await world.call('DELETE /messages/:id', { params: { id: other.message._id } }, { token: other.performer.token });
    await fillWallet(world, other.fan.id, 2000n);
    expect(await errorOf(unlock(other.fan, other.message._id))).toBe('message_not_found');
  });

  test('locks again when it is given back', async () => {
    const { fan, id, message } = await offer();
    await fillWallet(world, fan.id, 2000n);
    const { data } = await unlock(fan, message._id);
    const operator = await signUpOperator(world);
    await world.call(
      'POST /admin/charges/:id/refund',
      { params: { id: data._id }, body: { reason: 'A mistake' } },
      { token: operator.token },
    );
    expect(await lastOf(fan, id)).toMatchObject({ isLocked: true, isBought: false });
    expect(await balance(fan)).toBe(20);
    expect((await unlock(fan, message._id)).data._id).not.toBe(data._id);
  });

  test('is not sold while it is being deleted', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { fan, performer, id, message } = await offer();
      await fillWallet(world, fan.id, 500n);
      const [bought] = await Promise.all([
        unlock(fan, message._id),
        world.call('DELETE /messages/:id', { params: { id: message._id } }, { token: performer.token }),
      ]);
      expect((await lastOf(fan, id))?.isDeleted).toBe(bought.status !== 200);
      expect(await balance(fan)).toBe(bought.status === 200 ? 0 : 5);
    }
  });
});

describe('the bytes of a message', () => {
  test('go to its two people alone, also by an address that was copied, and to no operator', async () => {
    const { fan, performer, id } = await offer();
    const photo = await photoOf(world, performer);
    await say(world, performer, id, { text: 'Free', fileIds: [photo] });
    const mine = (await lastOf(fan, id))?.files[0]?.url ?? '';
    const hers = (await lastOf(performer, id))?.files[0]?.url ?? '';
    expect([await fetchAs(fan, mine), await fetchAs(performer, hers)]).toEqual([200, 200]);
    const [stranger, operator] = [await signUpFan(world), await signUpOperator(world)];
    for (const who of [stranger, operator, performer]) expect(await fetchAs(who, mine)).toBe(403);
    for (const who of [stranger, operator]) {
      const { status } = await world.call('GET /files/:id/status', { params: { id: photo } }, { token: who.token });
      expect(status).toBe(404);
    }
    await world.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
    world.clock.advance({ seconds: 3 });
    expect(await fetchAs(fan, mine)).toBe(403);
    expect((await lastOf(fan, id))?.files[0]?.url).toBeNull();
  });

  test('that wait for payment are given to nobody but their sender', async () => {
    const { fan, performer, id, photo } = await offer();
    const hers = (await lastOf(performer, id))?.files[0]?.url ?? '';
    expect(await fetchAs(performer, hers)).toBe(200);
    expect(await fetchAs(fan, hers)).toBe(403);
    expect((await world.call('GET /files/:id/status', { params: { id: photo } }, { token: fan.token })).status).toBe(404);
  });
});
