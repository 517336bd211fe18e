/** Scrolling to a show that starts: the start button is below a long form, and the running show is at the top of the page. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SocketContext } from '@web/realtime/socket-events';
import { performer } from '../../../../../tests/kit/fixtures/accounts';
import { singlePage } from '../../../../../tests/kit/fixtures/payments';
import { stream, streamConversation, streamSettings } from '../../../../../tests/kit/fixtures/streams';
import { mockEndpoint, mockError } from '../../../../../tests/kit/screens/fake-host';
import { FakeConnection } from '../../../../../tests/kit/screens/fake-rtc';
import { credentials, fakeEventSource, startLivePage } from '../../../../../tests/kit/screens/live-page';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import type { OwnShow } from '../show-settings/studio-show';
import { StudioScreen } from './studio-screen';

jest.mock('next/dynamic', () => jest.requireActual<object>('../../../../../tests/kit/screens/next-dynamic'));
startLivePage();

const idle = { status: 'idle', isStreaming: false, startedAt: null, streamingTime: 0, viewers: 0 } as const;
const show = (sessionId: string | null): OwnShow => ({
  stream: stream({ role: 'owner', ...idle, sessionId }),
  conversation: streamConversation({ role: 'owner' }),
  settings: streamSettings(),
  people: [],
  isClockAstray: false,
});

it('the page scrolls to its top when the show starts, and not before', async () => {
  const page = { scrollTo: jest.fn() };
  Object.defineProperty(document, 'scrollingElement', { configurable: true, value: page });
  let ownShow = show(null);
  mockEndpoint('GET /performer/feeds', singlePage());
  mockEndpoint('GET /streaming/mine', () => ownShow);
  mockEndpoint('GET /users/me', performer());
  mockEndpoint('GET /streaming/live/:id/viewers', singlePage());
  mockEndpoint('GET /messages/stream/:id', singlePage());
  mockEndpoint('POST /streaming/agora/token', credentials('publisher'));
  mockError('POST /streaming/trial', 'too_many_requests');
  mockEndpoint('POST /streaming/live', () => (ownShow = show('0198c0de-0000-7000-8000-00e000000003')));
  renderScreen(
    <SocketContext.Provider value={fakeEventSource().source}>
      <StudioScreen />
    </SocketContext.Provider>,
    { user: performer(), path: '/creator/live' },
  );
  await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'Evening songs');
  await screen.findByLabelText('Your video');
  expect(page.scrollTo).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Go live' }));
  await waitFor(() => expect(FakeConnection.all).toHaveLength(1));
  expect(page.scrollTo.mock.calls).toEqual([[{ top: 0 }]]);
  Reflect.deleteProperty(document, 'scrollingElement');
});
