/** What the sagas are lent: the parts of a browser that a story test replaces. */
import { getContext } from 'typed-redux-saga';

export interface World {
  /** Opens a path of this site in place of the present one; in the language of an account where it has one and this browser has chosen none. */
  navigate: (path: string, locale?: string | null) => void;
  /** Path, query and fragment of the page on screen. */
  currentPath: () => string;
  /** What came with the page, by the keys of answers. */
  firstAnswers: Record<string, unknown>;
  /** Brings the code of what only those see who are signed in. Fails never: what did not come is asked for again where it stands. */
  loadOwnParts: () => Promise<void>;
}

/** The world that the sagas run in. */
export function* theWorld() {
  return yield* getContext<World>('world');
}
