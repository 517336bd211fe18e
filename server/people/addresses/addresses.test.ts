/** The address book: each person's own. */
import * as limits from '@contract/kernel/limits';
import { home, homeOf } from '../../../tests/kit/people/addresses';
import { signUpFan } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const errorOf = async (call: Promise<{ refusal: { error: string } }>) => (await call).refusal.error;
const book = async ({ token }: { token: string }, query: object = {}) =>
  (await world.call('GET /addresses/search', { query }, { token })).data;
const change = ({ token }: { token: string }, id: string, body = home) =>
  world.call('PUT /addresses/:id', { params: { id }, body }, { token });
const remove = ({ token }: { token: string }, id: string) => world.call('DELETE /addresses/:id', { params: { id } }, { token });

test('an address is added, changed, found and removed', async () => {
  const fan = await signUpFan(world);
  const id = await homeOf(world, fan, { note: 'Ring twice' });
  await homeOf(world, fan, { city: 'Hamburg', name: 'Office' });
  expect(await book(fan)).toMatchObject({ total: 2 });
  expect(await book(fan, { q: 'hamburg' })).toMatchObject({ data: [{ name: 'Office', city: 'Hamburg', state: '' }] });
  const { data } = await change(fan, id, { ...home, city: 'Köln' });
  expect(data).toMatchObject({ _id: id, city: 'Köln', note: '' });
  expect((await remove(fan, id)).data).toEqual({ deleted: true });
  expect(await errorOf(remove(fan, id))).toBe('address_not_found');
  expect(await book(fan)).toMatchObject({ total: 1 });
});

test('nobody meets an address of somebody else', async () => {
  const [fan, other] = [await signUpFan(world), await signUpFan(world)];
  const id = await homeOf(world, fan);
  expect(await book(other)).toMatchObject({ total: 0 });
  expect(await errorOf(change(other, id))).toBe('address_not_found');
  expect(await errorOf(remove(other, id))).toBe('address_not_found');
  expect(await errorOf(remove({ token: '' }, id))).toBe('session_required');
  expect(await book(fan)).toMatchObject({ total: 1 });
});

test('ten are the most, also when many are added at once', async () => {
  const fan = await signUpFan(world);
  const add = () => world.call('POST /addresses/create', { body: home }, { token: fan.token });
  const answers = await Promise.all(Array.from({ length: 15 }, add));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(limits.addressBookMax);
  for (const { status, refusal } of answers) if (status !== 200) expect(refusal.error).toBe('address_limit');
});

test.each([
  [{ country: 'XX' }, 'country_unknown'],
  [{ country: 'Germany' }, 'invalid_request'],
  [{ zipCode: '1' }, 'invalid_request'],
  [{ zipCode: '12345678901' }, 'invalid_request'],
  [{ city: '' }, 'invalid_request'],
  [{ streetAddress: 'x'.repeat(101) }, 'invalid_request'],
  [{ note: 'x'.repeat(301) }, 'invalid_request'],
])('%p is refused with %s', async (wrong, code) => {
  const fan = await signUpFan(world);
  expect(await errorOf(world.call('POST /addresses/create', { body: { ...home, ...wrong } }, fan))).toBe(code);
  const id = await homeOf(world, fan);
  expect(await errorOf(change(fan, id, { ...home, ...wrong }))).toBe(code);
  expect(await book(fan)).toMatchObject({ total: 1 });
});
