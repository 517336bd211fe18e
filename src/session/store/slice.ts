/**
 * Slices on plain Redux: a name, an initial state, and reducers by action. Redux Toolkit would be larger than all slices together.
 * Reducers return a new state and do not modify the old one.
 */
import type { Reducer, UnknownAction } from 'redux';

/** An action with a payload. */
export interface PayloadAction<P = unknown> extends UnknownAction {
  payload: P;
}

/** An action creator. Sagas use it as a pattern for `take`. */
export interface ActionCreator<P> {
  (...args: [P] extends [undefined] ? [] : [payload: P]): PayloadAction<P>;
  type: string;
  toString: () => string;
  match: (action: unknown) => action is PayloadAction<P>;
}

const typeOf = (action: unknown): unknown => (typeof action === 'object' && action !== null && 'type' in action ? action.type : undefined);

/** Creates an action creator for `type`. The fields of `mark` are added to each action. */
export function createAction<P = undefined>(type: string, mark: object = {}): ActionCreator<P> {
  return Object.assign((payload?: P) => ({ type, payload: payload as P, ...mark }), {
    type,
    toString: () => type,
    match: (action: unknown): action is PayloadAction<P> => typeOf(action) === type,
  });
}

type Change<S> = (state: S, payload: never) => S;
type PayloadOf<C> = C extends (state: never, ...args: infer G) => unknown ? (G extends [infer P] ? P : undefined) : never;

/** A slice's reaction to an action of another slice (Redux Toolkit's extra reducers). */
interface ExtraReducer<S> {
  type: string;
  change: Change<S>;
}

export const onAction = <S, P>({ type }: ActionCreator<P>, change: (state: S, payload: P) => S): ExtraReducer<S> => ({ type, change });

interface Slice<S, C> {
  actions: { [K in keyof C]: ActionCreator<PayloadOf<C[K]>> };
  reducer: Reducer<S>;
}

/** A slice with the initial state `first` and an action for each of `changes`, with the type `name/key`. */
export function createSlice<S, C extends Record<string, Change<S>>>(
  name: string,
  first: S,
  changes: C,
  extraReducers: readonly ExtraReducer<S>[] = [],
): Slice<S, C> {
  const own = Object.entries(changes).map(([key, change]) => ({ key, type: `${name}/${key}`, change }));
  const changeAt = new Map([...own, ...extraReducers].map(({ type, change }) => [type, change]));
  return {
    actions: Object.fromEntries(own.map(({ key, type }) => [key, createAction(type)])) as Slice<S, C>['actions'],
    reducer: (state = first, action) => {
      const change = changeAt.get(action.type);
      return change === undefined ? state : change(state, (action as PayloadAction).payload as never);
    },
  };
}
