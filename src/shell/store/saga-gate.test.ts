/** When sagas are loaded, and what they hear of the time before. */
import { waitFor } from '@testing-library/react';
import { applyMiddleware, legacy_createStore as createStore } from 'redux';
import type { Action } from 'redux';
import { createIntent } from '@web/session/store/intent';
import { fakeWorld } from '../../../tests/support/fake-world';
import { sagaGate } from './saga-gate';
import type { StartSagas } from './saga-gate';

const asked = createIntent<number>('test/asked');
const world = fakeWorld();

it('hears what the first screen asked before the world was lent, once and in order', async () => {
  const heard: Action[] = [];
  const load = jest.fn(() => Promise.resolve(() => (action: Action) => void heard.push(action)));
  const gate = sagaGate(load);
  const store = createStore((state = null) => state as null, applyMiddleware(gate.middleware));
  store.dispatch(asked(1));
  expect(load).not.toHaveBeenCalled();
  gate.open(world);
  gate.wake();
  store.dispatch(asked(2));
  await waitFor(() => expect(heard).toEqual([asked(1), asked(2)]));
  expect(load).toHaveBeenCalledTimes(1);
});

describe('a load that fails', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** A gate whose code does not come the first time. */
  function unlucky() {
    const heard: Action[] = [];
    const load = jest
      .fn<Promise<StartSagas>, []>()
      .mockRejectedValueOnce(new Error('no chunk'))
      .mockResolvedValue(() => (action) => void heard.push(action));
    const gate = sagaGate(load);
    const store = createStore((state = null) => state as null, applyMiddleware(gate.middleware));
    gate.open(world);
    return { heard, load, store };
  }

  it('is tried again at the next intent, and nothing that was asked is lost', async () => {
    const { heard, load, store } = unlucky();
    store.dispatch(asked(1));
    await jest.advanceTimersByTimeAsync(0);
    store.dispatch(asked(2));
    await jest.advanceTimersByTimeAsync(0);
    expect(heard).toEqual([asked(1), asked(2)]);
    await jest.advanceTimersByTimeAsync(60_000);
    store.dispatch(asked(3));
    expect(heard).toEqual([asked(1), asked(2), asked(3)]);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('is tried again by itself after a pause', async () => {
    const { heard, store } = unlucky();
    store.dispatch(asked(1));
    await jest.advanceTimersByTimeAsync(0);
    expect(heard).toEqual([]);
    await jest.runOnlyPendingTimersAsync();
    expect(heard).toEqual([asked(1)]);
  });
});

it('loads nothing for those who ask nothing', () => {
  const load = jest.fn();
  const gate = sagaGate(load);
  const store = createStore((state = null) => state as null, applyMiddleware(gate.middleware));
  gate.open(world);
  store.dispatch({ type: 'told' });
  expect(load).not.toHaveBeenCalled();
});
