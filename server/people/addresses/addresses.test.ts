/** The address book of an account. */
import * as limits from '@contract/kernel/limits';
import { defaultAddress, addAddress } from '../../../tests/kit/people/addresses';
import { signUpFan } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

const errorOf = async (call: Promise<{ errorBody: { error: string } }>) => (await call).errorBody.error;
const searchAddresses = async ({ token }: { token: string }, query: object = {}) =>
  (await testHost.call('GET /addresses/search', { query }, { token })).data;
const change = ({ token }: { token: string }, id: string, body = defaultAddress) =>
  testHost.call('PUT /addresses/:id', { params: { id }, body }, { token });
const remove = ({ token }: { token: string }, id: string) => testHost.call('DELETE /addresses/:id', { params: { id } }, { token });

test('an address can be added, changed, searched and removed', async () => {
  const fan = await signUpFan(testHost);
  const id = await addAddress(testHost, fan, { note: 'Ring twice' });
  await addAddress(testHost, fan, { city: 'Hamburg', name: 'Office' });
  expect(await searchAddresses(fan)).toMatchObject({ total: 2 });
  expect(await searchAddresses(fan, { q: 'hamburg' })).toMatchObject({ data: [{ name: 'Office', city: 'Hamburg', state: '' }] });
  const { data } = await change(fan, id, { ...defaultAddress, city: 'Köln' });
  expect(data).toMatchObject({ _id: id, city: 'Köln', note: '' });
  expect(await searchAddresses(fan, { q: 'koln' })).toMatchObject({ data: [{ city: 'Köln' }] });
  expect((await remove(fan, id)).data).toEqual({ deleted: true });
  expect(await errorOf(remove(fan, id))).toBe('address_not_found');
  expect(await searchAddresses(fan)).toMatchObject({ total: 1 });
});

test('an account can neither see, change nor remove addresses of another account', async () => {
  const [fan, other] = [await signUpFan(testHost), await signUpFan(testHost)];
  const id = await addAddress(testHost, fan);
  expect(await searchAddresses(other)).toMatchObject({ total: 0 });
  expect(await errorOf(change(other, id))).toBe('address_not_found');
  expect(await errorOf(remove(other, id))).toBe('address_not_found');
  expect(await errorOf(remove({ token: '' }, id))).toBe('session_required');
  expect(await searchAddresses(fan)).toMatchObject({ total: 1 });
});

test('at most ten addresses are stored, even when many are added simultaneously', async () => {
  const fan = await signUpFan(testHost);
  const add = () => testHost.call('POST /addresses/create', { body: defaultAddress }, { token: fan.token });
  const responses = await Promise.all(Array.from({ length: 15 }, add));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(limits.addressBookMax);
  for (const { status, errorBody } of responses) if (status !== 200) expect(errorBody.error).toBe('address_limit');
});

test.each([
  [{ country: 'XX' }, 'country_unknown'],
  [{ country: 'Germany' }, 'invalid_request'],
  [{ zipCode: '1' }, 'invalid_request'],
  [{ zipCode: '12345678901' }, 'invalid_request'],
  [{ city: '' }, 'invalid_request'],
  [{ streetAddress: 'x'.repeat(101) }, 'invalid_request'],
  [{ note: 'x'.repeat(301) }, 'invalid_request'],
])('%p is rejected with %s', async (invalidFields, code) => {
  const fan = await signUpFan(testHost);
  expect(await errorOf(testHost.call('POST /addresses/create', { body: { ...defaultAddress, ...invalidFields } }, fan))).toBe(code);
  const id = await addAddress(testHost, fan);
  expect(await errorOf(change(fan, id, { ...defaultAddress, ...invalidFields }))).toBe(code);
  expect(await searchAddresses(fan)).toMatchObject({ total: 1 });
});
