/** When sagas are loaded, and which earlier actions they receive. */
import { waitFor } from '@testing-library/react';
import { applyMiddleware, legacy_createStore as createStore } from 'redux';
import type { Action } from 'redux';
import { createIntent } from '@web/session/store/intent';
import { fakeSagaContext } from '../../../tests/kit/screens/fake-saga-context';
import { sagaGate } from './saga-gate';
import type { StartSagas } from './saga-gate';

const requested = createIntent<number>('test/requested');
const sagaContext = fakeSagaContext();

it('replays intents from before open, once and in order', async () => {
  const received: Action[] = [];
  const load = jest.fn(() => Promise.resolve(() => (action: Action) => void received.push(action)));
  const gate = sagaGate(load);
  const store = createStore((state = null) => state as null, applyMiddleware(gate.middleware));
  store.dispatch(requested(1));
  expect(load).not.toHaveBeenCalled();
  gate.open(sagaContext);
  gate.wake();
  store.dispatch(requested(2));
  await waitFor(() => expect(received).toEqual([requested(1), requested(2)]));
  expect(load).toHaveBeenCalledTimes(1);
});

describe('a load that fails', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** A gate whose first load fails. */
  function failingOnce() {
    const received: Action[] = [];
    const load = jest
      .fn<Promise<StartSagas>, []>()
      .mockRejectedValueOnce(new Error('no chunk'))
      .mockResolvedValue(() => (action) => void received.push(action));
    const gate = sagaGate(load);
    const store = createStore((state = null) => state as null, applyMiddleware(gate.middleware));
    gate.open(sagaContext);
    return { received, load, store };
  }

  it('is retried at the next intent, and no intent is lost', async () => {
    const { received, load, store } = failingOnce();
    store.dispatch(requested(1));
    await jest.advanceTimersByTimeAsync(0);
    store.dispatch(requested(2));
    await jest.advanceTimersByTimeAsync(0);
    expect(received).toEqual([requested(1), requested(2)]);
    await jest.advanceTimersByTimeAsync(60_000);
    store.dispatch(requested(3));
    expect(received).toEqual([requested(1), requested(2), requested(3)]);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('is retried automatically after a pause', async () => {
    const { received, store } = failingOnce();
    store.dispatch(requested(1));
    await jest.advanceTimersByTimeAsync(0);
    expect(received).toEqual([]);
    await jest.runOnlyPendingTimersAsync();
    expect(received).toEqual([requested(1)]);
  });
});

it('loads nothing without an intent', () => {
  const load = jest.fn();
  const gate = sagaGate(load);
  const store = createStore((state = null) => state as null, applyMiddleware(gate.middleware));
  gate.open(sagaContext);
  store.dispatch({ type: 'other' });
  expect(load).not.toHaveBeenCalled();
});
