import { Text } from './shapes';

it('counts and stores each line break once, however it is sent', () => {
  for (const text of ['a\r\nb\r\nc', 'a\rb\rc', 'a\nb\nc']) expect(Text(5).parse(text)).toBe('a\nb\nc');
  expect(Text(5).safeParse('a\r\nb\r\ncd').success).toBe(false);
});

describe('a run of blank lines', () => {
  it('is shortened to two', () => {
    expect(Text(20).parse(`a${'\n'.repeat(5000)}b`)).toBe('a\n\n\nb');
    expect(Text(20).parse('a\n\n\nb')).toBe('a\n\n\nb');
  });

  it('is shortened whatever line breaks and invisible characters it consists of', () => {
    for (const line of ['\r\n', ' \n', '\t\n', '\u2028', '\u2029', '\u0085', '\u200b\n', '\u3164\n', '\u2800\n'])
      expect(Text(20).parse(`a\n${line.repeat(500)}b`)).toBe('a\n\n\nb');
  });

  it('does not include lines with text, which stay unchanged', () => {
    const poem = Array.from({ length: 200 }, () => 'a line').join('\n');
    expect(Text(5000).parse(poem)).toBe(poem);
  });

  it('is shortened before the length is checked, and in linear time', () => {
    expect(Text(4, 1).safeParse('\n'.repeat(100)).success).toBe(false);
    const hostile = ` \n${' '.repeat(1000)}`.repeat(500);
    expect(Text(2_000_000).safeParse(`a${hostile}b`).success).toBe(true);
  });
});
