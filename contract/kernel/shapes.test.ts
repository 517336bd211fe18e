import { Text } from './shapes';

it('counts and stores each line break once, however it is sent', () => {
  for (const text of ['a\r\nb\r\nc', 'a\rb\rc', 'a\nb\nc']) expect(Text(5).parse(text)).toBe('a\nb\nc');
  expect(Text(5).safeParse('a\r\nb\r\ncd').success).toBe(false);
});
