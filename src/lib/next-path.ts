/** Carries the `next` path through sign-in, registration and setup. */
import { safeNext } from './paths';

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** The `next` path of a query; undefined unless it is a path of this site. */
export function nextOf({ next }: Query): string | undefined {
  return safeNext(next, '') || undefined;
}

/** `path` with the `next` of the current URL. */
export function withNext(path: string, query: Query): string {
  const next = nextOf(query);
  return next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`;
}
