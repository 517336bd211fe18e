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

/** Returns the new state for an action of the slice. */
type CaseReducer<S> = (state: S, payload: never) => S;
type PayloadOf<C> = C extends (state: never, ...args: infer G) => unknown ? (G extends [infer P] ? P : undefined) : never;

/** A slice's reaction to an action of another slice (Redux Toolkit's extra reducers). */
interface ExtraReducer<S> {
  type: string;
  reducer: CaseReducer<S>;
}

/** An extra reducer for the actions of another slice. */
export const onAction = <S, P>({ type }: ActionCreator<P>, reducer: (state: S, payload: P) => S): ExtraReducer<S> => ({ type, reducer });

interface Slice<S, C> {
  actions: { [K in keyof C]: ActionCreator<PayloadOf<C[K]>> };
  reducer: Reducer<S>;
}

/** A slice with an action for each of `reducers`, with the type `name/key`. */
export function createSlice<S, C extends Record<string, CaseReducer<S>>>(
  name: string,
  initialState: S,
  reducers: C,
  extraReducers: readonly ExtraReducer<S>[] = [],
): Slice<S, C> {
  const own = Object.entries(reducers).map(([key, reducer]) => ({ key, type: `${name}/${key}`, reducer }));
  const reducerByType = new Map([...own, ...extraReducers].map(({ type, reducer }) => [type, reducer]));
  return {
    actions: Object.fromEntries(own.map(({ key, type }) => [key, createAction(type)])) as Slice<S, C>['actions'],
    reducer: (state = initialState, action) => {
      const reducer = reducerByType.get(action.type);
      return reducer === undefined ? state : reducer(state, (action as PayloadAction).payload as never);
    },
  };
}
