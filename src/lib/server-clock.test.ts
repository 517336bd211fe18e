import { noteServerTime, serverNow } from './server-clock';

const now = Date.parse('2026-05-04T12:00:00.000Z');
beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(now));
afterEach(() => {
  noteServerTime(new Date(Date.now()).toUTCString());
  jest.restoreAllMocks();
});

it.each([
  ['returns the server time on a device that is five minutes ahead', 'Mon, 04 May 2026 11:55:00 GMT', now - 300_000],
  ['returns the server time on a device that is an hour behind', 'Mon, 04 May 2026 13:00:00 GMT', now + 3_600_000],
  ['returns the device time within the tolerance', 'Mon, 04 May 2026 11:59:57 GMT', now],
])('serverNow %s', (_name, date, expected) => {
  noteServerTime(date);
  expect(serverNow()).toBe(expected);
});

it('a response without a Date header changes nothing', () => {
  noteServerTime('Mon, 04 May 2026 11:55:00 GMT');
  noteServerTime(undefined);
  expect(serverNow()).toBe(now - 300_000);
});
