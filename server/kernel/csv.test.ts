/** Files for spreadsheets, as Excel reads them: in UTF-8, and without a formula that a person wrote. */
import { api, endpoint, type Name } from '@contract/api';
import { performerWith } from '../../tests/support/earners';
import { signUpOperator, signUpPerformer } from '../../tests/kit/people/people';
import { fanWithTokens, type Somebody } from '../../tests/support/subscriptions';
import { setSettings } from '../../tests/support/site-settings';
import { openWorld, type World } from '../../tests/kit/host/test-host';

let world: World;
let operator: { token: string };
let performer: { token: string; id: string };
let fan: Somebody;
let payoutId: string;

beforeAll(async () => {
  world = await openWorld();
  operator = await signUpOperator(world);
  performer = await signUpPerformer(world);
  await setSettings(world, { minimumTipPrice: 0.5 });
  fan = await fanWithTokens(world, 50);
  const earner = await performerWith(world, 60);
  payoutId = (await world.call('POST /payout-requests', { body: { amount: 60, method: 'paypal', requestNote: '' } }, earner)).data._id;
});
afterAll(() => world.close());

const exports = (Object.keys(api) as Name[]).filter((name) => endpoint(name).streams === 'csv');

/** The text of a file with its byte order mark, which `Response.text` drops. */
async function fileAt(name: Name, query = ''): Promise<string> {
  const path = name.slice('GET '.length).replace(':id', payoutId);
  const token = { '/performer': performer.token, '/wallet': fan.token }[/^\/\w+/.exec(path)?.[0] ?? ''] ?? operator.token;
  const response = await fetch(`${world.url}${path}${query}`, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer()).toString('utf8');
}

test('every export is found', () => {
  expect(exports).toHaveLength(7);
});

test.each(exports)('%s begins with a byte order mark, by which Excel knows that it is UTF-8', async (name) => {
  expect(await fileAt(name)).toMatch(/^\ufeff"?Date/);
});

/** What the text of a tip becomes in the file, which German Excel also splits at semicolons and line breaks. */
test.each([
  ['ü', 'ü'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1+1', "'-1+1"],
  ['@x', "'@x"],
  ['-5.00', '-5.00'],
  ['"=1+1"', `"'""=1+1"""`],
  ['a, b; c', '"a, b; c"'],
  ['say "x"', '"say ""x"""'],
  ["thanks;=1+cmd|' /C calc'!A0", `"thanks;'=1+cmd|' /C calc'!A0"`],
  ['thanks; -1+1', `"thanks;' -1+1"`],
  ['thanks;"=1+1"', `"thanks;'""=1+1"""`],
  ['thanks\n@x', `"thanks\n'@x"`],
  ['a\t=1', `"a\t'=1"`],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1+1', "'－1+1"],
  ['＠x', "'＠x"],
  ['a;＝1', `"a;'＝1"`],
  ['mail me: a@b.example, 2-1=1', '"mail me: a@b.example, 2-1=1"'],
])('a tip with the text %j is the cell %j', async (text, cell) => {
  const body = { price: 1, text };
  const tip = await world.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body }, { token: fan.token });
  expect(tip.status).toBe(200);
  const file = await fileAt('GET /admin/charges/csv', `?userId=${fan.id}`);
  const [, rest] = file.slice(file.indexOf(tip.data._id)).split(',success,');
  expect(rest?.slice(0, cell.length + 2)).toBe(`${cell}\r\n`);
});
