/** The browser dependencies of the sagas, which tests replace. */
import { getContext } from 'typed-redux-saga';

export interface SagaContext {
  /** Replaces the current page. `locale` is the account's language, which applies if no language was chosen in this browser. */
  navigate: (path: string, locale?: string | null) => void;
  /** Path, query and fragment of the page on screen. */
  currentPath: () => string;
  /** The initial responses of the page, by endpoint key. */
  initialResponses: Record<string, unknown>;
  /** Loads the components for signed-in people. Never rejects: components that failed to load are retried when they render. */
  preloadAccountComponents: () => Promise<void>;
}

/** The dependencies of the running sagas. */
export function* sagaContext() {
  return yield* getContext<SagaContext>('sagaContext');
}
