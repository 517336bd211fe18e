/** Whose answers are kept: those of one person are never shown to the next one in the same tab. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import { FreshFallback, endpointKeyText } from '@web/services/use-endpoint';
import { loginSucceeded, signedOut } from '@web/session/store/auth.slice';
import { fan, performer } from '../../../tests/kit/answers/accounts';
import { answer, startTestHost } from '../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../tests/kit/screens/render';
import { Answers } from './response-cache';

startTestHost();

const input = { query: { limit: 20 } };
const told = (text: string) => ({
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
  const [isThere, setThere] = useState(true);
  return (
    <FreshFallback.Provider value={false}>
      <button onClick={() => setThere(!isThere)}>Move</button>
      <Answers fallback={fallback}>{isThere ? <List /> : 'Sign in'}</Answers>
    </FreshFallback.Provider>
  );
}

const move = () => fireEvent.click(screen.getByRole('button', { name: 'Move' }));

it('gives the next person a list of her own, not the one that was read before her', async () => {
  answer('GET /notifications', told('For Ada'));
  const { store } = renderScreen(<Tab />, { user: performer() });
  await screen.findByText('For Ada');
  act(() => void store.dispatch(signedOut()));
  move();
  answer('GET /notifications', told('For Finn'));
  act(() => void store.dispatch(loginSucceeded({ user: fan(), expiresAt: null })));
  move();
  expect(screen.queryByText('For Ada')).toBeNull();
  expect(await screen.findByText('For Finn')).toBeVisible();
});

it('forgets what came with the page of the first person, too', async () => {
  const { store } = renderScreen(<Tab fallback={{ [endpointKeyText('GET /notifications', input)]: told('For Ada') }} />, {
    user: performer(),
  });
  expect(screen.getByText('For Ada')).toBeVisible();
  answer('GET /notifications', told('For Finn'));
  act(() => void store.dispatch(loginSucceeded({ user: fan(), expiresAt: null })));
  expect(screen.queryByText('For Ada')).toBeNull();
  expect(await screen.findByText('For Finn')).toBeVisible();
});

it('drops a page that was under way when its reader left', async () => {
  let bring: (page: ReturnType<typeof told>) => void = () => undefined;
  const asked = answer('GET /notifications', () => new Promise<ReturnType<typeof told>>((resolve) => (bring = resolve)));
  const { store } = renderScreen(<Tab />, { user: performer() });
  await waitFor(() => expect(asked).toHaveLength(1));
  act(() => void store.dispatch(signedOut()));
  move();
  bring(told('For Ada'));
  answer('GET /notifications', told('For Finn'));
  act(() => void store.dispatch(loginSucceeded({ user: fan(), expiresAt: null })));
  move();
  expect(await screen.findByText('For Finn')).toBeVisible();
  expect(screen.queryByText('For Ada')).toBeNull();
});
