import { isQuiet, isTimeZone, mailDueAt } from './times';

const night = (timeZone: string) => ({ from: '22:30', to: '07:00', timeZone });

describe('quiet hours', () => {
  test.each([
    ['2026-03-04T22:29:59Z', false],
    ['2026-03-04T22:30:00Z', true],
    ['2026-03-05T00:00:00Z', true],
    ['2026-03-05T06:59:59Z', true],
    ['2026-03-05T07:00:00Z', false],
  ])('can span midnight: at %s they are active: %s', (at, isActive) => {
    expect(isQuiet(night('UTC'), new Date(at))).toBe(isActive);
  });

  test.each([
    ['Asia/Kolkata', '2026-03-04T17:00:00Z', true],
    ['Asia/Kolkata', '2026-03-04T16:59:00Z', false],
    ['America/New_York', '2026-03-04T17:00:00Z', false],
    ['America/New_York', '2026-03-05T03:30:00Z', true],
    // Daylight saving time.
    ['America/New_York', '2026-07-05T02:30:00Z', true],
    ['America/New_York', '2026-07-05T02:29:00Z', false],
  ])('apply in the time zone %s at %s: %s', (timeZone, at, isActive) => {
    expect(isQuiet(night(timeZone), new Date(at))).toBe(isActive);
  });

  test.each([
    ['2026-03-04T12:59:00Z', false],
    ['2026-03-04T13:00:00Z', true],
    ['2026-03-04T14:59:00Z', true],
    ['2026-03-04T15:00:00Z', false],
  ])('can be within one day: at %s they are active: %s', (at, isActive) => {
    expect(isQuiet({ from: '13:00', to: '15:00', timeZone: 'UTC' }, new Date(at))).toBe(isActive);
  });

  test('require a valid time zone', () => {
    expect(isTimeZone('Europe/Berlin')).toBe(true);
    expect(isTimeZone('Europe/Atlantis')).toBe(false);
  });
});

describe('the mail time', () => {
  const wednesday = new Date('2026-03-04T05:06:07Z');
  test.each([
    ['each', 'UTC', '2026-03-04T05:11:07.000Z'],
    ['daily', 'UTC', '2026-03-04T08:00:00.000Z'],
    ['daily', 'Asia/Tokyo', '2026-03-04T23:00:00.000Z'],
    ['daily', 'America/Los_Angeles', '2026-03-04T16:00:00.000Z'],
    ['weekly', 'UTC', '2026-03-09T08:00:00.000Z'],
    ['weekly', 'Asia/Kolkata', '2026-03-09T02:30:00.000Z'],
  ] as const)('of digest %s in %s is %s', (digest, timeZone, due) => {
    expect(mailDueAt(digest, wednesday, timeZone)?.toISOString()).toBe(due);
  });

  test('is null with digests off, and on a Monday morning either the same day or a week later', () => {
    expect(mailDueAt('none', wednesday)).toBeNull();
    expect(mailDueAt('weekly', new Date('2026-03-09T07:50:00Z'))?.toISOString()).toBe('2026-03-09T08:00:00.000Z');
    expect(mailDueAt('weekly', new Date('2026-03-09T07:56:00Z'))?.toISOString()).toBe('2026-03-16T08:00:00.000Z');
    expect(mailDueAt('weekly', new Date('2026-03-08T20:00:00Z'))?.toISOString()).toBe('2026-03-09T08:00:00.000Z');
  });
});
