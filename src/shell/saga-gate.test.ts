/** When sagas are loaded, and what they hear of the time before. */
import { waitFor } from '@testing-library/react';
import { applyMiddleware, legacy_createStore as createStore } from 'redux';
import type { Action } from 'redux';
import { createIntent } from '@web/session/intent';
import { fakeWorld } from '../../tests/support/fake-world';
import { sagaGate } from './saga-gate';

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

it('loads nothing for those who ask nothing', () => {
  const load = jest.fn();
  const gate = sagaGate(load);
  const store = createStore((state = null) => state as null, applyMiddleware(gate.middleware));
  gate.open(world);
  store.dispatch({ type: 'told' });
  expect(load).not.toHaveBeenCalled();
});
