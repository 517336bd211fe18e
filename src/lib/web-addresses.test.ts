import { webAddressesIn } from './web-addresses';

const found = (text: string): string[] => webAddressesIn(text).map(({ address }) => address);

test.each([
  // Brackets.
  ['https://en.wikipedia.org/wiki/Footlight_(theatre)', 'https://en.wikipedia.org/wiki/Footlight_(theatre)'],
  ['(see https://en.wikipedia.org/wiki/Footlight_(theatre)).', 'https://en.wikipedia.org/wiki/Footlight_(theatre)'],
  ['[https://a.example/b[1]], and', 'https://a.example/b[1]'],
  ['(https://a.example/b),then', 'https://a.example/b'],
  ['{https://a.example/b}', 'https://a.example/b'],
  ['https://a.example/(b)/(c)?d=(e)', 'https://a.example/(b)/(c)?d=(e)'],
  ['https://a.example/b(', 'https://a.example/b'],
  ['http://[2001:db8::1]:8080/b', 'http://[2001:db8::1]:8080/b'],
  // Scripts without spaces.
  ['请看https://a.example/b，谢谢', 'https://a.example/b'],
  ['请看https://a.example/b谢谢', 'https://a.example/b'],
  ['https://a.example/bを見てください。', 'https://a.example/b'],
  ['https://a.exampleを見て', 'https://a.example'],
  ['https://a.example/?c=d에서', 'https://a.example/?c=d'],
  ['「https://a.example/b」', 'https://a.example/b'],
  ['（https://a.example/b）', 'https://a.example/b'],
  ['https://a.example/bครับ', 'https://a.example/b'],
  ['https://例え.jp/b。', 'https://例え.jp/b'],
  ['https://www.例え.テスト/b', 'https://www.例え.テスト/b'],
  ['https://ru.wikipedia.org/wiki/Рампа, да', 'https://ru.wikipedia.org/wiki/Рампа'],
  // Quotation marks and sentence punctuation.
  ['„https://a.example/b“ steht da', 'https://a.example/b'],
  ['“https://a.example/b” it says', 'https://a.example/b'],
  ['‘https://a.example/b’ it says', 'https://a.example/b'],
  ['‚https://a.example/b‘ steht da', 'https://a.example/b'],
  ['«https://a.example/b»', 'https://a.example/b'],
  ['‹https://a.example/b›', 'https://a.example/b'],
  ['»https://a.example/b«', 'https://a.example/b'],
  [`'https://a.example/b', "https`, 'https://a.example/b'],
  ['`https://a.example/b`', 'https://a.example/b'],
  ['https://a.example/b… and', 'https://a.example/b'],
  ['https://a.example/b...', 'https://a.example/b'],
  ['https://a.example/b?!', 'https://a.example/b'],
  ['https://a.example/Schindler’s_List’,', 'https://a.example/Schindler’s_List'],
  ['https://a.example/b\u202ec', 'https://a.example/b'],
  ['https://a.example/b🎭', 'https://a.example/b'],
  // The scheme in any case.
  ['Https://a.example/b', 'Https://a.example/b'],
  ['HTTP://A.EXAMPLE', 'HTTP://A.EXAMPLE'],
  // Plain addresses.
  ['https://a.example:8080/b-c_d~e/?f=g&h=%20#i, and', 'https://a.example:8080/b-c_d~e/?f=g&h=%20#i'],
  ['https://a.example/b/.', 'https://a.example/b/'],
])('finds the address in %s', (text, address) => {
  expect(found(text)).toEqual([address]);
});

test('finds each address with its position', () => {
  const text = 'a https://a.example/(b), https://c.example。';
  expect(webAddressesIn(text).map(({ address, start }) => [address, text.indexOf(address) === start])).toEqual([
    ['https://a.example/(b)', true],
    ['https://c.example', true],
  ]);
});

test('ignores text that is not a web address', () => {
  for (const text of ['https://', 'http://)', 'xhttps://a.example', 'javascript:alert(1)', 'https:/a.example', 'https://。'])
    expect(found(text)).toEqual([]);
});

test('handles adversarial texts', () => {
  expect(found('https://'.repeat(2000)).length).toBeLessThanOrEqual(1);
  expect(found(`https://${'a.'.repeat(5000)}`)).toEqual([`https://${'a.'.repeat(5000).slice(0, -1)}`]);
  expect(found(`https://a.example/${'('.repeat(10_000)}`)).toEqual(['https://a.example/']);
  expect(found(`https://a.example/${'.)'.repeat(5000)}`)).toEqual(['https://a.example/']);
});
