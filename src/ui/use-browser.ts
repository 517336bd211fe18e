/** What only a browser knows of itself. */
import { useSyncExternalStore } from 'react';

type Plain = string | number | boolean | null;

const never = () => () => undefined;

/** What `look` finds in the browser; `before` on the server and in the first look at a page that it has drawn. */
export const useBrowser = <T extends Plain>(look: () => T, before: T): T => useSyncExternalStore(never, look, () => before);
