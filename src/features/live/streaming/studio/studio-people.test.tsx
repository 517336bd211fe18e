/** People who appear in a show: listed, asked for consent, and their replies, before the show and while it is running. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SocketContext } from '@web/realtime/socket-events';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { performer } from '../../../../../tests/kit/fixtures/accounts';
import { performerCardOf } from '../../../../../tests/kit/fixtures/cards';
import { fakeEventSource } from '../../../../../tests/kit/screens/live-page';
import { mockEndpoint, mockError, startFakeHost } from '../../../../../tests/kit/screens/fake-host';
import { ownPost } from '../../../../../tests/kit/fixtures/own-items';
import { singlePage } from '../../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { stream, streamConversation, streamSettings } from '../../../../../tests/kit/fixtures/streams';
import { NonConsentingPeople, StudioPeople } from './studio-people';
import { useOwnShow, type OwnShow } from '../show-settings/studio-show';

startFakeHost();
afterEach(() => toasts.read().forEach(({ id }) => dismissToast(id)));

type PersonShown = OwnShow['people'][number];
const bruno = { ...performerCardOf('Bruno'), _id: '0198c0de-0000-7000-8000-0000000000b9' };
const personWith = (consent: PersonShown['consent']): PersonShown => ({
  _id: '0198c0de-0000-7000-8000-0000000000c9',
  person: bruno,
  release: null,
  consent,
});
const idle = { status: 'idle', isStreaming: false, sessionId: null } as const;

function Studio({ plannedShowId = '' }: { plannedShowId?: string }) {
  const { show, reload } = useOwnShow();
  if (show === undefined) return null;
  return (
    <>
      <NonConsentingPeople people={show.people} />
      <StudioPeople show={show} plannedShowId={plannedShowId} onChanged={reload} />
    </>
  );
}

/** Renders the studio with a mocked show that has these people. */
function open(people: PersonShown[], changes: Parameters<typeof stream>[0] = idle, plannedShowId?: string) {
  const state = { people };
  mockEndpoint('GET /streaming/mine', () => ({
    stream: stream({ role: 'owner', ...changes }),
    conversation: streamConversation({ role: 'owner' }),
    settings: streamSettings(),
    people: state.people,
    isClockAstray: false,
  }));
  const eventSource = fakeEventSource();
  renderScreen(
    <SocketContext.Provider value={eventSource.source}>
      <Studio {...(plannedShowId !== undefined && { plannedShowId })} />
    </SocketContext.Provider>,
    { user: performer(), path: '/creator/live' },
  );
  return { state, ...eventSource };
}

test('a newly chosen person is asked immediately, and their reply appears when it arrives', async () => {
  const { state, receive } = open([]);
  mockEndpoint('GET /performers/user/search', singlePage(bruno));
  const requests = mockEndpoint('PUT /streaming/people', () => {
    state.people = [personWith('asked')];
    return { people: state.people };
  });
  await userEvent.type(await screen.findByLabelText(/Find a creator/), 'bru');
  await userEvent.click(await screen.findByRole('button', { name: /^Add Bruno/ }));
  expect(await screen.findByText('Not answered yet')).toBeVisible();
  expect(requests[0]?.body).toEqual({ participantIds: [bruno._id], releaseIds: [] });
  expect(screen.getByText(/You can start once everyone listed agrees/)).toBeVisible();
  state.people = [personWith('accepted')];
  receive('stream/people-changed', { streamId: stream()._id });
  expect(await screen.findByText('Agreed')).toBeVisible();
  expect(screen.queryByText(/You can start once everyone listed agrees/)).toBeNull();
});

test('someone who declines the next show can be removed', async () => {
  const { state } = open([personWith('declined')]);
  const requests = mockEndpoint('PUT /streaming/people', () => {
    state.people = [];
    return { people: [] };
  });
  expect(await screen.findByText(/Remove them to start your stream/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Remove Bruno' }));
  await waitFor(() => expect(screen.queryByText('Refused')).toBeNull());
  expect(requests[0]?.body).toEqual({ participantIds: [], releaseIds: [] });
});

test('a consent withdrawn during the show appears as an alert, with what to do', async () => {
  const { state, receive } = open([personWith('accepted')], {});
  expect(await screen.findByText('Agreed')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  state.people = [personWith('withdrawn')];
  receive('stream/people-changed', { streamId: stream()._id });
  expect(await screen.findByRole('alert')).toHaveTextContent('Bruno doesn’t agree to be shown');
  expect(screen.getByRole('alert')).toHaveTextContent('Take them off camera and sound now, or end your stream.');
});

test('an API error is shown, and the person stays listed', async () => {
  open([personWith('withdrawn')], {});
  mockError('PUT /streaming/people', 'consent_refused');
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Bruno' }));
  await waitFor(() => expect(toasts.read()).toHaveLength(1));
  expect(await screen.findByRole('button', { name: 'Remove Bruno' })).toBeVisible();
});

test('a ticketed show lists the people who have already agreed to its post', async () => {
  const post = ownPost({ type: 'scheduled-stream', people: [personWith('accepted')] });
  mockEndpoint('GET /performer/feeds', singlePage(post));
  open([], idle, post._id);
  expect(await screen.findByText('Already agreed in your post: Bruno')).toBeVisible();
});
