import { instantOf, localTime } from './local-time';

it.each([
  ['with seconds', '2026-05-04T12:00:15.250Z'],
  ['in the hour before the clocks go back', '2026-10-25T00:30:00.000Z'],
  ['in the hour after the clocks went back, which shows the same time', '2026-10-25T01:30:00.000Z'],
])('an unchanged field keeps its instant: %s', (_name, at) => {
  expect(instantOf(localTime(at), at)).toBe(at);
});

it('a changed field is read in the time zone of the browser', () => {
  const before = '2026-05-04T12:00:15.250Z';
  expect(instantOf('2026-05-04T15:00', before)).toBe(new Date(2026, 4, 4, 15).toISOString());
  expect(localTime(new Date(2026, 4, 4, 15).toISOString())).toBe('2026-05-04T15:00');
  expect(instantOf('', before)).toBeNull();
});
