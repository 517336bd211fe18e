/** The browser dependencies that sagas get, with fakes that a test can replace. */
import type { SagaContext } from '@web/session/store/saga-context';

export const fakeSagaContext = (overrides: Partial<SagaContext> = {}): SagaContext => ({
  navigate: () => undefined,
  currentPath: () => '/',
  initialResponses: {},
  preloadAccountComponents: () => Promise.resolve(),
  ...overrides,
});
