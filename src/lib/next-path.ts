/** Carries the place that people are on their way to through signing in, registering and setting up. */
import { safeNext } from './paths';

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** Where the query says to go afterwards: a path of this site, or undefined. */
export function nextOf({ next }: Query): string | undefined {
  return safeNext(next, '') || undefined;
}

/** `path` with the `next` of the present address. */
export function keepingNext(path: string, query: Query): string {
  const next = nextOf(query);
  return next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`;
}
