/** A browser's parts as sagas are lent them, of which a test replaces what it looks at. */
import type { World } from '@web/session/world';

export const fakeWorld = (own: Partial<World> = {}): World => ({
  navigate: () => undefined,
  currentPath: () => '/',
  firstAnswers: {},
  loadOwnParts: () => Promise.resolve(),
  ...own,
});
