import { act, render, screen } from '@testing-library/react';
import { EventEmitter } from 'node:events';
import { useCallback, useState } from 'react';
import { SocketContext, useSocketEvent, type EventSocket } from './socket-events';

function Presence() {
  const [changes, setChanges] = useState<string[]>([]);
  const listener = useCallback(({ accountId, isOnline }: { accountId: string; isOnline: boolean }) => {
    setChanges((before) => [...before, `${accountId} ${isOnline ? 'came' : 'left'}`]);
  }, []);
  useSocketEvent('presence/changed', listener);
  return <p>{changes.join(', ')}</p>;
}

const emit = (source: EventEmitter, eventId: string, isOnline: boolean): void => {
  act(() => void source.emit('presence/changed', { eventId, at: '2026-01-01T00:00:00.000Z', accountId: 'finn', isOnline }));
};

test('an event that is delivered twice calls the listener once', () => {
  const source = new EventEmitter();
  render(<Presence />, {
    wrapper: ({ children }) => <SocketContext.Provider value={source as unknown as EventSocket}>{children}</SocketContext.Provider>,
  });
  emit(source, 'one', true);
  emit(source, 'two', false);
  emit(source, 'one', true);
  expect(screen.getByText('finn came, finn left')).toBeInTheDocument();
});

test('unsubscribes on unmount', () => {
  const source = new EventEmitter();
  const { unmount } = render(<Presence />, {
    wrapper: ({ children }) => <SocketContext.Provider value={source as unknown as EventSocket}>{children}</SocketContext.Provider>,
  });
  unmount();
  expect(source.listenerCount('presence/changed')).toBe(0);
});
