/** CSV exports, as Excel reads them: UTF-8, and without formula injection. */
import { api, endpoint, type Name } from '@contract/api';
import { performerWithEarnings } from '../../tests/kit/money/earners';
import { signUpOperator, signUpPerformer } from '../../tests/kit/people/people';
import { fanWithTokens, type TestPerson } from '../../tests/kit/money/subscriptions';
import { setSettings } from '../../tests/kit/host/site-settings';
import { openTestHost, type TestHost } from '../../tests/kit/host/test-host';

let testHost: TestHost;
let operator: { token: string };
let performer: { token: string; id: string };
let fan: TestPerson;
let payoutId: string;

beforeAll(async () => {
  testHost = await openTestHost();
  operator = await signUpOperator(testHost);
  performer = await signUpPerformer(testHost);
  await setSettings(testHost, { minimumTipPrice: 0.5 });
  fan = await fanWithTokens(testHost, 50);
  const earner = await performerWithEarnings(testHost, 60);
  payoutId = (await testHost.call('POST /payout-requests', { body: { amount: 60, method: 'paypal', requestNote: '' } }, earner)).data._id;
});
afterAll(() => testHost.close());

const csvEndpoints = (Object.keys(api) as Name[]).filter((name) => endpoint(name).responseFormat === 'csv');

/** The text of a CSV export with its byte order mark, which `Response.text` drops. */
async function downloadCsv(name: Name, query = ''): Promise<string> {
  const path = name.slice('GET '.length).replace(':id', payoutId);
  const token = { '/performer': performer.token, '/wallet': fan.token }[/^\/\w+/.exec(path)?.[0] ?? ''] ?? operator.token;
  const response = await fetch(`${testHost.url}${path}${query}`, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer()).toString('utf8');
}

test('the contract has seven CSV exports', () => {
  expect(csvEndpoints).toHaveLength(7);
});

test.each(csvEndpoints)('%s begins with a byte order mark, from which Excel detects UTF-8', async (name) => {
  expect(await downloadCsv(name)).toMatch(/^\ufeff"?Date/);
});

/** Text of a tip and its cell in the file. German Excel also splits at semicolons and line breaks. */
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
])('a tip with the text %j becomes the cell %j', async (text, cell) => {
  const body = { price: 1, text };
  const tip = await testHost.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body }, { token: fan.token });
  expect(tip.status).toBe(200);
  const file = await downloadCsv('GET /admin/charges/csv', `?userId=${fan.id}`);
  const [, rest] = file.slice(file.indexOf(tip.data._id)).split(',success,');
  expect(rest?.slice(0, cell.length + 2)).toBe(`${cell}\r\n`);
});
