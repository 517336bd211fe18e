/** Values that are only available in a browser. */
import { useSyncExternalStore } from 'react';

type Primitive = string | number | boolean | null;

const noSubscription = () => () => undefined;

/** The result of `read` in the browser; `serverValue` on the server and during hydration. */
export const useBrowser = <T extends Primitive>(read: () => T, serverValue: T): T =>
  useSyncExternalStore(noSubscription, read, () => serverValue);
