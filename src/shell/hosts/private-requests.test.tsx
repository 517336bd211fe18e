/** Requests for private shows over any screen of a performer, as they are told to her. */
import { act, configure, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { privateRequestAdded } from '@web/features/live/streaming/store/requests.slice';
import { refreshAsked } from '@web/session/intents';
import { performer } from '../../../tests/kit/answers/accounts';
import { answer, startTestHost } from '../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../tests/kit/screens/render';
import { privateRequest } from '../../../tests/kit/answers/streams';
import { PrivateRequests } from './private-requests';

configure({ asyncUtilTimeout: 5000 });
startTestHost();

const request = () => privateRequest('r1', { conversationId: 'chat-1', expiresAt: new Date(Date.now() + 60_000).toISOString() });

/** On a page of hers, once the state of shows has come, with a request that was told. */
async function told(path: string) {
  const heard = answer('GET /users/me', performer());
  const { store } = renderScreen(<PrivateRequests />, { user: performer(), path });
  store.dispatch(refreshAsked());
  await waitFor(() => expect(heard).toHaveLength(1));
  act(() => void store.dispatch(privateRequestAdded(request())));
}

it('shows a request over whatever she looks at, until it is answered', async () => {
  await told('/home');
  expect(await screen.findByRole('article', { name: 'Finn asks for a private show' })).toBeVisible();
  answer('POST /streaming/private-requests/:id/decline', { ...request(), status: 'declined' });
  await userEvent.click(screen.getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
});

it('does not show it twice on the page of the request itself', async () => {
  await told('/show/chat-1');
  expect(screen.queryByRole('article')).toBeNull();
});
