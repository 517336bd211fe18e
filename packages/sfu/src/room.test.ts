/** How long empty rooms are kept. */
import { sfuLimits } from './limits';
import { Room } from './room';

const { emptyRoom_ms, revocation_ms } = sfuLimits;

test('an empty room, such as that of a connection test, soon expires', () => {
  const room = new Room('test', () => undefined, 0);
  expect([room.isExpired(emptyRoom_ms), room.isExpired(emptyRoom_ms + 1)]).toEqual([false, true]);
  room.lastUsedAt_ms = emptyRoom_ms;
  expect(room.isExpired(emptyRoom_ms + 1)).toBe(false);
});

test('an empty room with an eviction is kept as long as the credentials may be valid', () => {
  const room = new Room('show', () => undefined, 0);
  room.revokedSerials.set('finn', 1);
  expect([room.isExpired(emptyRoom_ms + 1), room.isExpired(revocation_ms + 1)]).toEqual([false, true]);
});
