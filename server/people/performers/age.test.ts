/** Ages and age bands around the days on which they change. */
import { attributeOptions } from '@contract/kernel/attributes';
import { ageBand, birthDatesOf, yearsSince } from './age';

test('a person is a year older from the birthday on', () => {
  expect(yearsSince('2000-06-15', '2018-06-14')).toBe(17);
  expect(yearsSince('2000-06-15', '2018-06-15')).toBe(18);
});

test('a person born on 29 February is a year older on 1 March', () => {
  expect(yearsSince('2000-02-29', '2018-02-28')).toBe(17);
  expect(yearsSince('2000-02-29', '2018-03-01')).toBe(18);
  expect(yearsSince('2000-02-29', '2020-02-29')).toBe(20);
});

test('bands include both ends, and the last one is open-ended', () => {
  const today = '2026-05-05';
  expect(ageBand('2008-05-05', today)).toBe('18_19');
  expect(ageBand('2006-05-06', today)).toBe('18_19');
  expect(ageBand('2006-05-05', today)).toBe('20_22');
  expect(ageBand('1976-05-06', today)).toBe('47_49');
  expect(ageBand('1976-05-05', today)).toBe('over_50');
  expect(ageBand('1900-01-01', today)).toBe('over_50');
  expect(ageBand('2008-05-06', today)).toBeNull();
  expect(ageBand(null, today)).toBeNull();
});

test.each(['2026-05-05', '2024-02-29', '2025-02-28', '2025-03-01'])('the date range of a band is exact on %s', (today) => {
  const births = Array.from({ length: 40 * 366 }, (_, index) =>
    new Date(Date.UTC(Number(today.slice(0, 4)) - 58, 0, 1) + index * 86_400_000).toISOString().slice(0, 10),
  );
  for (const { value } of attributeOptions.age) {
    const { after, until } = birthDatesOf(value, today);
    const wrong = births.filter((birth) => (birth <= until && (after === null || birth > after)) !== (ageBand(birth, today) === value));
    expect(wrong).toEqual([]);
  }
});
