/** Requests for private shows, shown to performers over any screen. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { privateRequestAdded } from '@web/features/live/streaming/store/requests.slice';
import { refreshRequested } from '@web/session/store/intents';
import { performer } from '../../../tests/kit/fixtures/accounts';
import { mockEndpoint, startFakeHost } from '../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../tests/kit/screens/render';
import { privateRequest } from '../../../tests/kit/fixtures/streams';
import { PrivateRequests } from './private-requests';

startFakeHost();

const request = () => privateRequest('r1', { conversationId: 'chat-1', expiresAt: new Date(Date.now() + 60_000).toISOString() });

/** Opens a page of the performer, loads the sagas, and adds a request. */
async function openWithRequest(path: string) {
  const accountRequests = mockEndpoint('GET /users/me', performer());
  const { store } = renderScreen(<PrivateRequests />, { user: performer(), path });
  store.dispatch(refreshRequested());
  await waitFor(() => expect(accountRequests).toHaveLength(1));
  act(() => void store.dispatch(privateRequestAdded(request())));
}

it('shows a request over any page until it is answered', async () => {
  await openWithRequest('/home');
  expect(await screen.findByRole('article', { name: 'Finn requested a private show' })).toBeVisible();
  mockEndpoint('POST /streaming/private-requests/:id/decline', { ...request(), status: 'declined' });
  await userEvent.click(screen.getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
});

it('does not repeat the request on its own page', async () => {
  await openWithRequest('/show/chat-1');
  expect(screen.queryByRole('article')).toBeNull();
});
