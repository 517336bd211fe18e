/**
 * The SEPA file follows the schema pain.001.001.09 as the European Payments Council restricts it: elements in their order, their
 * lengths and characters, amounts, unique ids, and totals.
 */
import { setSettings } from '../../../tests/kit/host/site-settings';
import { payingFan } from '../../../tests/kit/money/earners';
import { bankAccount } from '../../../tests/kit/money/bank';
import { signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

const unescapeXml = (text: string): string =>
  text
    .replaceAll(/&#(\d+);/g, (_match, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** Parses well-formed XML without comments, CDATA sections and empty-element tags. */
function parseXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  for (const [, closing, name = '', attributes = '', text = ''] of body.matchAll(/<(\/?)(\w+)((?: \w+="[^"<]*")*)>([^<]*)/g)) {
    const current = open.at(-1);
    if (current === undefined) throw new Error(`</${name}> closes nothing`);
    if (closing === '/') {
      if (current.name !== name) throw new Error(`</${name}> closes <${current.name}>`);
      open.pop();
      continue;
    }
    if (/&(?!(?:#\d+|lt|gt|quot|amp);)/.test(text)) throw new Error(`<${name}> has a bare &`);
    const pairs = [...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]);
    const element: Element = {
      name,
      attributes: Object.fromEntries(pairs) as Record<string, string>,
      children: [],
      text: unescapeXml(text),
    };
    current.children.push(element);
    open.push(element);
  }
  if (open.length !== 1) throw new Error('not all elements are closed');
  const [document, ...more] = root.children;
  if (document === undefined || more.length > 0) throw new Error('there is not one root');
  return document;
}

/** What an element may contain: text, or a sequence of elements. `?` marks an optional name, `+` a repeated one. */
type Content = RegExp | readonly (readonly [name: string, content?: Content])[];

/** The characters that every bank of the SEPA area processes. */
const latin = (max: number): RegExp => new RegExp(`^[a-zA-Z0-9/?:().,'+ -]{1,${String(max)}}$`);
/** Neither a slash at its ends nor two of them in a row. */
const id = /^(?!\/)(?!.*\/\/)[a-zA-Z0-9/?:().,'+ -]{1,35}(?<!\/)$/;
const iban = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const bic = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
const amount = /^(?!0+\.00$)\d{1,9}\.\d{2}$/;
const sum = /^\d{1,15}\.\d{2}$/;
const count = /^\d{1,15}$/;
const day = /^\d{4}-\d\d-\d\d$/;
const party: Content = [['Nm', latin(70)], ['PstlAdr?'], ['Id?'], ['CtryOfRes?'], ['CtctDtls?']];
const account: Content = [['Id', [['IBAN', iban]]], ['Tp?'], ['Ccy?'], ['Nm?'], ['Prxy?']];
const agent: Content = [
  ['FinInstnId', [['BICFI?', bic], ['ClrSysMmbId?'], ['LEI?'], ['Nm?'], ['PstlAdr?'], ['Othr?', [['Id', /^NOTPROVIDED$/]]]]],
];
const transfer: Content = [
  ['PmtId', [['InstrId?', id], ['EndToEndId', id], ['UETR?']]],
  ['PmtTpInf?'],
  ['Amt', [['InstdAmt', amount]]],
  ['XchgRateInf?'],
  ['ChrgBr?'],
  ['MndtRltdInf?'],
  ['ChqInstr?'],
  ['UltmtDbtr?'],
  ['IntrmyAgt1?'],
  ['CdtrAgt?', agent],
  ['CdtrAgtAcct?'],
  ['Cdtr', party],
  ['CdtrAcct', account],
  ['UltmtCdtr?'],
  ['InstrForCdtrAgt?'],
  ['InstrForDbtrAgt?'],
  ['Purp?'],
  ['RgltryRptg?'],
  ['Tax?'],
  ['RltdRmtInf?'],
  ['RmtInf?', [['Ustrd', latin(140)]]],
];
const payment: Content = [
  ['PmtInfId', id],
  ['PmtMtd', /^TRF$/],
  ['BtchBookg?', /^(?:true|false)$/],
  ['NbOfTxs?', count],
  ['CtrlSum?', sum],
  ['PmtTpInf?', [['InstrPrty?'], ['SvcLvl', [['Cd', /^SEPA$/]]], ['LclInstrm?'], ['CtgyPurp?']]],
  ['ReqdExctnDt', [['Dt', day]]],
  ['PoolgAdjstmntDt?'],
  ['Dbtr', party],
  ['DbtrAcct', account],
  ['DbtrAgt', agent],
  ['DbtrAgtAcct?'],
  ['InstrForDbtrAgt?'],
  ['UltmtDbtr?'],
  ['ChrgBr?', /^SLEV$/],
  ['ChrgsAcct?'],
  ['ChrgsAcctAgt?'],
  ['CdtTrfTxInf+', transfer],
];
const header: Content = [
  ['MsgId', id],
  ['CreDtTm', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/],
  ['Authstn?'],
  ['NbOfTxs', count],
  ['CtrlSum?', sum],
  ['InitgPty', party],
  ['FwdgAgt?'],
  ['InitnSrc?'],
];
const schema: Content = [['CstmrCdtTrfInitn', [['GrpHdr', header], ['PmtInf+', payment], ['SplmtryData?']]]];

/** Where an element breaks the schema; empty if it does not. */
function violations({ name, children, text }: Element, content: Content | undefined, at = name): string[] {
  if (content === undefined) return [`${at} is not restricted by this test`];
  if (content instanceof RegExp) return children.length === 0 && content.test(text) ? [] : [`${at}: ${text}`];
  const rest = [...children];
  const found = content.flatMap(([entry, inner]) => {
    const child = entry.replace(/[?+]$/, '');
    const matches: Element[] = [];
    while (rest[0]?.name === child && (matches.length === 0 || entry.endsWith('+'))) matches.push(...rest.splice(0, 1));
    if (matches.length === 0) return entry.endsWith('?') ? [] : [`${at} has no ${child} in its place`];
    return matches.flatMap((one) => violations(one, inner, `${at}/${child}`));
  });
  return [...found, ...rest.map((one) => `${at} has ${one.name} out of place`)];
}

const elementsNamed = (element: Element, name: string): Element[] => [
  ...(element.name === name ? [element] : []),
  ...element.children.flatMap((child) => elementsNamed(child, name)),
];
const textsOf = (element: Element, name: string): string[] => elementsNamed(element, name).map(({ text }) => text);

let testHost: TestHost;
let token: string;
beforeAll(async () => {
  testHost = await openTestHost();
  ({ token } = await signUpOperator(testHost));
});
afterAll(() => testHost.close());

const sender = {
  payoutSenderIban: 'DE89 3704 0044 0532 0130 00',
  payoutSenderBic: 'COBADEFFXXX',
  payoutSenderName: 'Footlight Société',
};

/** The id of an approved payout to a bank account. */
async function approvedPayout(tokens: number, details: object): Promise<string> {
  const performer = await signUpPerformer(testHost);
  const { pays } = await payingFan(testHost);
  await pays(performer.id, BigInt(Math.round(tokens * 125)));
  const performerAuth = { token: performer.token };
  await testHost.call(
    'PUT /performers/:id/banking-settings',
    { params: { id: 'me' }, body: { ...bankAccount, ...details } },
    performerAuth,
  );
  const body = { amount: tokens, method: 'banking', requestNote: '' } as const;
  const { status, data, errorBody } = await testHost.call('POST /payout-requests', { body }, performerAuth);
  if (status !== 200) throw new Error(JSON.stringify(errorBody));
  await testHost.call('POST /admin/payout-requests/:id/approve', { params: { id: data._id }, body: { note: '' } }, { token });
  return data._id;
}

/** The root of the file that pays these payouts, as the operator downloads it. */
async function fileOf(payoutRequestIds: string[]): Promise<Element> {
  const { data, errorBody } = await testHost.call('POST /admin/payout-batches', { body: { format: 'sepa', payoutRequestIds } }, { token });
  expect(errorBody).not.toHaveProperty('error');
  const file = await testHost.call('POST /admin/payout-batches/:id/file', { params: { id: data._id } }, { token });
  return parseXml(file.data.content);
}

test('a file with difficult names, cents, and accounts with and without a BIC follows the schema', async () => {
  await setSettings(testHost, { ...sender, currency: 'EUR', siteName: 'Rouge & <Noir> „Ünïcode“ 🎭 – a rather long name of a site//' });
  const payouts = [
    await approvedPayout(60.05, { firstName: 'Żoë', lastName: "O'Hara & Søn <b>" }),
    await approvedPayout(1234.56, { firstName: 'Maximiliane '.repeat(5).trim(), lastName: '& Söhne '.repeat(6).trim(), swift: undefined }),
    await approvedPayout(75.5, { firstName: 'Αλέξης', lastName: 'Ζορμπάς', iban: 'nl91 abna 0417 1643 00', swift: 'ABNANL2A' }),
    await approvedPayout(80, { firstName: '🎭', lastName: 'Ночь]]>', iban: 'FR14 2004 1010 0505 0001 3M02 606', swift: 'no bic' }),
  ];
  const root = await fileOf(payouts);
  expect([root.name, root.attributes['xmlns']]).toEqual(['Document', 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09']);
  expect(violations(root, schema)).toEqual([]);

  const paid = textsOf(root, 'InstdAmt');
  expect([...paid].sort()).toEqual(['1234.56', '60.05', '75.50', '80.00']);
  expect(elementsNamed(root, 'InstdAmt').every(({ attributes }) => attributes['Ccy'] === 'EUR')).toBe(true);
  expect(textsOf(root, 'NbOfTxs')).toEqual(['4', '4']);
  expect(textsOf(root, 'CtrlSum')).toEqual(['1450.11', '1450.11']);
  for (const name of ['InstrId', 'EndToEndId']) expect(new Set(textsOf(root, name)).size).toBe(4);
  expect(textsOf(root, 'BICFI').sort()).toEqual(['ABNANL2A', 'COBADEFFXXX', 'WESTGB22']);
});

test('without a BIC of the sender, the file says that it is not provided', async () => {
  await setSettings(testHost, { ...sender, payoutSenderBic: '', payoutSenderName: 'Ensemble '.repeat(8).trim(), currency: 'EUR' });
  const root = await fileOf([await approvedPayout(60, { swift: undefined })]);
  expect(violations(root, schema)).toEqual([]);
  expect([textsOf(root, 'BICFI'), elementsNamed(root, 'Othr').length]).toEqual([[], 1]);
});

test('each file has its own id', async () => {
  await setSettings(testHost, { ...sender, currency: 'EUR' });
  const ids = [];
  for (let file = 0; file < 2; file += 1) ids.push(...textsOf(await fileOf([await approvedPayout(60, {})]), 'MsgId'));
  expect(new Set(ids).size).toBe(2);
});
