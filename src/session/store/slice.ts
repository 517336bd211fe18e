/**
 * Slices of the store, on plain Redux: a name, a first state, and what changes it. The usual toolkit would weigh more on every
 * first page than all slices together. Changes answer a new state and leave the old one as it was.
 */
import type { Reducer, UnknownAction } from 'redux';

/** An action that tells something. */
export interface Told<P = unknown> extends UnknownAction {
  payload: P;
}

/** Makes actions of one type; sagas take it as a pattern. */
export interface Creator<P> {
  (...given: [P] extends [undefined] ? [] : [payload: P]): Told<P>;
  type: string;
  toString: () => string;
  match: (action: unknown) => action is Told<P>;
}

const typeOf = (action: unknown): unknown => (typeof action === 'object' && action !== null && 'type' in action ? action.type : undefined);

/** The creator of actions of `type`; each carries what is in `mark` besides. */
export function creatorOf<P = undefined>(type: string, mark: object = {}): Creator<P> {
  return Object.assign((payload?: P) => ({ type, payload: payload as P, ...mark }), {
    type,
    toString: () => type,
    match: (action: unknown): action is Told<P> => typeOf(action) === type,
  });
}

type Change<S> = (state: S, payload: never) => S;
type PayloadOf<C> = C extends (state: never, ...given: infer G) => unknown ? (G extends [infer P] ? P : undefined) : never;

/** What a slice does when it hears an action of another. */
interface Hearing<S> {
  type: string;
  change: Change<S>;
}

export const hearing = <S, P>({ type }: Creator<P>, change: (state: S, payload: P) => S): Hearing<S> => ({ type, change });

interface Slice<S, C> {
  actions: { [K in keyof C]: Creator<PayloadOf<C[K]>> };
  reducer: Reducer<S>;
}

/** A slice that begins as `first`, with an action for each of `changes`, called by the slice's name and its own. */
export function makeSlice<S, C extends Record<string, Change<S>>>(
  name: string,
  first: S,
  changes: C,
  hears: readonly Hearing<S>[] = [],
): Slice<S, C> {
  const own = Object.entries(changes).map(([key, change]) => ({ key, type: `${name}/${key}`, change }));
  const changeAt = new Map([...own, ...hears].map(({ type, change }) => [type, change]));
  return {
    actions: Object.fromEntries(own.map(({ key, type }) => [key, creatorOf(type)])) as Slice<S, C>['actions'],
    reducer: (state = first, action) => {
      const change = changeAt.get(action.type);
      return change === undefined ? state : change(state, (action as Told).payload as never);
    },
  };
}
