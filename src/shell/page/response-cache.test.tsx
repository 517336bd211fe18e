/** The response cache is cleared when another account signs in in the same tab. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import { FreshFallback, endpointKeyText } from '@web/services/use-endpoint';
import { loginSucceeded, signedOut } from '@web/session/store/auth.slice';
import { fan, performer } from '../../../tests/kit/fixtures/accounts';
import { mockEndpoint, startFakeHost } from '../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../tests/kit/screens/render';
import { ResponseCache } from './response-cache';

startFakeHost();

const input = { query: { limit: 20 } };
const notificationsPage = (text: string) => ({
  data: [
    {
      _id: text,
      type: 'reply',
      actor: null,
      count: 1,
      text,
      link: '/post/1',
      isRead: true,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    } as const,
  ],
  total: 1,
  nextCursor: null,
  unread: 0,
});

function List() {
  const { items } = useEndpointPages('GET /notifications', input.query);
  return <p>{items === undefined ? 'Loading' : items.map(({ text }) => text).join()}</p>;
}

function Tab({ fallback = {} }: { fallback?: Record<string, unknown> }) {
  const [isShown, setShown] = useState(true);
  return (
    <FreshFallback.Provider value={false}>
      <button onClick={() => setShown(!isShown)}>Toggle list</button>
      <ResponseCache fallback={fallback}>{isShown ? <List /> : 'Sign in'}</ResponseCache>
    </FreshFallback.Provider>
  );
}

const toggleList = () => fireEvent.click(screen.getByRole('button', { name: 'Toggle list' }));

it('shows the next account its own list', async () => {
  mockEndpoint('GET /notifications', notificationsPage('For Ada'));
  const { store } = renderScreen(<Tab />, { user: performer() });
  await screen.findByText('For Ada');
  act(() => void store.dispatch(signedOut()));
  toggleList();
  mockEndpoint('GET /notifications', notificationsPage('For Finn'));
  act(() => void store.dispatch(loginSucceeded({ user: fan(), expiresAt: null })));
  toggleList();
  expect(screen.queryByText('For Ada')).toBeNull();
  expect(await screen.findByText('For Finn')).toBeVisible();
});

it('drops the initial data of the first account', async () => {
  const { store } = renderScreen(<Tab fallback={{ [endpointKeyText('GET /notifications', input)]: notificationsPage('For Ada') }} />, {
    user: performer(),
  });
  expect(screen.getByText('For Ada')).toBeVisible();
  mockEndpoint('GET /notifications', notificationsPage('For Finn'));
  act(() => void store.dispatch(loginSucceeded({ user: fan(), expiresAt: null })));
  expect(screen.queryByText('For Ada')).toBeNull();
  expect(await screen.findByText('For Finn')).toBeVisible();
});

it('drops a response that was pending at sign-out', async () => {
  let respond: (page: ReturnType<typeof notificationsPage>) => void = () => undefined;
  const requests = mockEndpoint(
    'GET /notifications',
    () => new Promise<ReturnType<typeof notificationsPage>>((resolve) => (respond = resolve)),
  );
  const { store } = renderScreen(<Tab />, { user: performer() });
  await waitFor(() => expect(requests).toHaveLength(1));
  act(() => void store.dispatch(signedOut()));
  toggleList();
  respond(notificationsPage('For Ada'));
  mockEndpoint('GET /notifications', notificationsPage('For Finn'));
  act(() => void store.dispatch(loginSucceeded({ user: fan(), expiresAt: null })));
  toggleList();
  expect(await screen.findByText('For Finn')).toBeVisible();
  expect(screen.queryByText('For Ada')).toBeNull();
});
