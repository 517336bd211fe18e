/** What happened to somebody: the list, what is new above it, and what was read. */
import { act, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { EventEmitter } from 'node:events';
import { useState } from 'react';
import { FreshFallback } from '@web/services/use-endpoint';
import { SocketContext } from '@web/realtime/socket-events';
import type { EventSource } from '@web/realtime/socket-events';
import { readPush } from '@web/device/push';
import { dropToast, toasts } from '@web/ui/feedback/toast-queue';
import { unreadHeard } from '@web/session/store/user.slice';
import { fan, performer } from '../../../../tests/kit/answers/accounts';
import { answer, cutOff, startTestHost } from '../../../../tests/kit/screens/fake-host';
import { browserWithoutPush, browserWithPush } from '../../../../tests/support/push-browser';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { NotificationsScreen } from './notifications-screen';
import type { Notification } from '../../notifications/reads';

configure({ asyncUtilTimeout: 5000 });
startTestHost();
beforeEach(() => {
  for (const { id } of toasts.read()) dropToast(id);
});

const hour_ms = 3_600_000;
/** Noon, so that an hour before is the same day. */
const noon = new Date();
noon.setHours(12, 0, 0, 0);
const before = (hours: number) => new Date(noon.getTime() - hours * hour_ms).toISOString();

const ada = { _id: 'ada', username: 'ada', name: 'Ada', avatar: '', isPerformer: true, isVerified: true, isOnline: false };
const told = (changes: Partial<Notification> = {}): Notification => ({
  _id: 'n-1',
  type: 'reply',
  actor: ada,
  count: 1,
  text: 'answered your comment.',
  link: '/post/1',
  isRead: false,
  createdAt: before(1),
  updatedAt: before(1),
  ...changes,
});
const pageOf = (data: Notification[], nextCursor: string | null = null) => ({
  data,
  total: data.length,
  nextCursor,
  unread: data.filter(({ isRead }) => !isRead).length,
});
const someUnread = (notifications: number) => ({ unread: { conversations: 1, notifications } });
const line = async (text: string | RegExp) => (await screen.findByRole('link', { name: text })).closest('li') ?? document.body;
const unreadMark = async (text: string | RegExp) => within(await line(text)).queryByRole('img', { name: 'Unread' });

function open(user = fan(someUnread(1)), path = '/notifications', source: EventSource | null = null) {
  return renderScreen(
    <SocketContext.Provider value={source}>
      <NotificationsScreen />
    </SocketContext.Provider>,
    { user, path },
  );
}

describe('the list', () => {
  it('stands by day, the newest first, and says who did what', async () => {
    answer(
      'GET /notifications',
      pageOf([
        told({ count: 12, text: 'liked your comment.', type: 'like' }),
        told({ _id: 'n-2', count: 2, text: 'liked another.', type: 'like', updatedAt: before(2) }),
        told({ _id: 'n-3', actor: null, text: 'Your password was changed.', isRead: true, updatedAt: before(24) }),
        told({ _id: 'n-4', updatedAt: '2026-01-02T12:00:00.000Z', isRead: true }),
      ]),
    );
    open();
    const today = within(await screen.findByRole('list', { name: 'Today' }));
    expect(today.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Ada and 11 others liked your comment.',
      'Ada and 1 other liked another.',
    ]);
    expect(within(screen.getByRole('list', { name: 'Yesterday' })).getByRole('link')).toHaveTextContent('Your password was changed.');
    expect(screen.getByRole('list', { name: 'Jan 2, 2026' })).toBeVisible();
    expect(await unreadMark('Your password was changed.')).toBeNull();
    expect(await unreadMark(/and 11 others/)).toBeVisible();
  });

  it('says while it loads, when nothing has happened, and when it could not come', async () => {
    let release: (page: ReturnType<typeof pageOf>) => void = () => undefined;
    answer('GET /notifications', () => new Promise<ReturnType<typeof pageOf>>((resolve) => (release = resolve)));
    const { unmount } = open();
    expect(screen.getByText('Loading notifications…')).toBeInTheDocument();
    await waitFor(() => {
      release(pageOf([]));
      expect(screen.getByText('Nothing has happened yet')).toBeVisible();
    });
    unmount();
    cutOff('GET /notifications');
    open();
    await screen.findByRole('alert');
    answer('GET /notifications', pageOf([told()]));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('answered your comment.')).toBeVisible();
  });

  it('loads what is older as long as there is more', async () => {
    answer('GET /notifications', ({ query }) =>
      query.get('cursor') === 'second' ? pageOf([told({ _id: 'n-2', text: 'wrote before.' })]) : pageOf([told()], 'second'),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('wrote before.')).toBeVisible();
    expect(screen.getByText('answered your comment.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('is narrowed by the group of the address', async () => {
    const heard = answer('GET /notifications', pageOf([]));
    const { navigations } = open(fan(), '/notifications?group=money');
    expect(await screen.findByText('Nothing of this kind yet')).toBeVisible();
    expect(heard[0]?.query.get('group')).toBe('money');
    const chips = within(screen.getByRole('group', { name: 'Kind of notifications' })).getAllByRole('button');
    expect(chips.map(({ textContent }) => textContent)).toEqual(['All', 'Money', 'People', 'Content']);
    expect(chips[1]).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'People' }));
    expect(navigations()).toEqual(['/notifications?group=people']);
  });

  it.each([
    ['a fan', fan(), '/user/account?section=notifications'],
    ['a performer', performer(), '/creator/account?section=notifications'],
  ])('leads %s to her settings', async (_who, user, path) => {
    answer('GET /notifications', pageOf([]));
    renderScreen(<NotificationsScreen />, { user });
    expect(screen.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', path);
    await screen.findByText('Nothing has happened yet');
  });
});

describe('reading', () => {
  it('happens when somebody goes where the line leads', async () => {
    answer('GET /notifications', pageOf([told()]));
    const reads = answer('POST /notifications/read', { unread: 0 });
    const { store } = open();
    const link = await screen.findByRole('link', { name: 'Ada answered your comment.' });
    expect(link).toHaveAttribute('href', '/post/1');
    await userEvent.click(link);
    await waitFor(() => expect(reads.map(({ body }) => body)).toEqual([{ ids: ['n-1'] }]));
    expect(await unreadMark(/answered/)).toBeNull();
    expect(store.getState().user.current?.unread).toEqual({ conversations: 1, notifications: 0 });
  });

  it('is said of one without going there, and of all', async () => {
    answer('GET /notifications', pageOf([told(), told({ _id: 'n-2', text: 'wrote to you.' }), told({ _id: 'n-3', text: 'left.' })]));
    const reads = answer('POST /notifications/read', ({ body }) => ({ unread: (body as { ids?: string[] }).ids ? 30 : 0 }));
    const { store, navigations } = open(fan(someUnread(31)));
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as read: Ada wrote to you.' }));
    expect(await unreadMark(/wrote to you/)).toBeNull();
    expect(screen.getByRole('link', { name: /wrote to you/ })).toHaveFocus();
    expect(await unreadMark(/answered/)).toBeVisible();
    await waitFor(() => expect(store.getState().user.current?.unread.notifications).toBe(30));
    await userEvent.click(screen.getByRole('button', { name: 'Mark all read' }));
    await waitFor(() => expect(reads.map(({ body }) => body)).toEqual([{ ids: ['n-2'] }, {}]));
    expect(screen.queryByRole('img', { name: 'Unread' })).toBeNull();
    expect(store.getState().user.current?.unread).toEqual({ conversations: 1, notifications: 0 });
    expect(screen.getByRole('button', { name: 'Mark all read' })).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Mark all read' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Mark all read' }));
    expect(reads).toHaveLength(2);
    expect(navigations()).toEqual([]);
  });

  it('is taken back when it fails, and says so', async () => {
    answer('GET /notifications', pageOf([told()]));
    cutOff('POST /notifications/read');
    const { store } = open();
    await userEvent.click(await screen.findByRole('button', { name: /Mark as read/ }));
    await waitFor(() => expect(toasts.read()).toHaveLength(1));
    expect(await unreadMark(/answered/)).toBeVisible();
    expect(store.getState().user.current?.unread.notifications).toBe(1);
  });
});

describe('what is new', () => {
  const stamp = { eventId: 'event-1', at: before(0) };

  it('waits in a pill and never pushes what is read', async () => {
    answer('GET /notifications', pageOf([told()]));
    const socket = new EventEmitter();
    open(fan(someUnread(1)), '/notifications', socket as unknown as EventSource);
    await screen.findByText('answered your comment.');
    const news = [told({ _id: 'n-2', text: 'wrote.' }), told({ _id: 'n-3', text: 'liked it.' }), told({ count: 2, updatedAt: before(0) })];
    act(() => news.forEach((one, index) => socket.emit('notification/created', { ...stamp, eventId: String(index), ...one })));
    expect(screen.queryByText('wrote.')).toBeNull();
    answer('GET /notifications', pageOf([...news].reverse()));
    window.scrollTo = () => undefined;
    await userEvent.click(screen.getByRole('button', { name: '3 new' }));
    expect(await screen.findByText('wrote.')).toBeVisible();
    expect(screen.queryByRole('button', { name: '3 new' })).toBeNull();
  });

  it('is counted in its own group alone', async () => {
    answer('GET /notifications', pageOf([told({ type: 'refund', text: 'gave you money back.' })]));
    const socket = new EventEmitter();
    open(fan(), '/notifications?group=money', socket as unknown as EventSource);
    await screen.findByText('gave you money back.');
    act(() => void socket.emit('notification/created', { ...stamp, ...told({ _id: 'n-2' }) }));
    expect(screen.queryByRole('button', { name: /new$/ })).toBeNull();
    act(() => void socket.emit('notification/created', { ...stamp, eventId: 'event-2', ...told({ _id: 'n-3', type: 'order' }) }));
    expect(screen.getByRole('button', { name: '1 new' })).toBeVisible();
  });

  it('is looked up when the number of unread ones says that something was missed', async () => {
    answer('GET /notifications', pageOf([told()]));
    const { store } = open();
    await screen.findByText('answered your comment.');
    answer('GET /notifications', pageOf([told({ _id: 'n-2', text: 'wrote.' }), told()]));
    act(() => void store.dispatch(unreadHeard({ conversations: 0, notifications: 2 })));
    expect(await screen.findByRole('button', { name: '1 new' })).toBeVisible();
    expect(screen.queryByText('wrote.')).toBeNull();
  });

  it('is looked up when a list that was kept is opened again', async () => {
    answer('GET /notifications', pageOf([told()]));
    function Visits() {
      const [isThere, setThere] = useState(true);
      return (
        <FreshFallback.Provider value={false}>
          <button onClick={() => setThere(!isThere)}>Move</button>
          {isThere ? <NotificationsScreen /> : null}
        </FreshFallback.Provider>
      );
    }
    renderScreen(<Visits />, { user: fan(someUnread(1)) });
    await screen.findByText('answered your comment.');
    await userEvent.click(screen.getByRole('button', { name: 'Move' }));
    answer('GET /notifications', pageOf([told({ _id: 'n-2', text: 'wrote.' }), told()]));
    await userEvent.click(screen.getByRole('button', { name: 'Move' }));
    expect(screen.getByText('answered your comment.')).toBeVisible();
    expect(await screen.findByRole('button', { name: '1 new' })).toBeVisible();
  });

  it('agrees with what was read on another device', async () => {
    answer('GET /notifications', pageOf([told(), told({ _id: 'n-2', text: 'wrote.' })]));
    const { store } = open(fan(someUnread(2)));
    await screen.findByText('wrote.');
    answer('GET /notifications', pageOf([told(), told({ _id: 'n-2', text: 'wrote.', isRead: true })]));
    act(() => void store.dispatch(unreadHeard({ conversations: 0, notifications: 1 })));
    await waitFor(async () => expect(await unreadMark(/wrote/)).toBeNull());
    expect(await unreadMark(/answered/)).toBeVisible();
  });
});

describe('push', () => {
  beforeEach(() => void answer('GET /notifications', pageOf([told()])));
  afterEach(browserWithoutPush);

  it('is offered as long as the browser was not asked', async () => {
    browserWithPush({ answers: 'denied' });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Turn on push' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Turn on push' })).toBeNull());
  });

  it.each([
    ['granted', 'off'],
    ['denied', 'refused'],
  ])('is not offered again once the browser was asked: %s', async (permission, state) => {
    browserWithPush({ permission });
    open();
    await screen.findByText('answered your comment.');
    // Asked after the screen has asked: it has its answer by then.
    await act(async () => expect(await readPush(fan()._id)).toBe(state));
    expect(screen.queryByRole('button', { name: 'Turn on push' })).toBeNull();
  });
});
