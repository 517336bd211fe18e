/** The list of notifications: contents, new ones, and marking as read. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { EventEmitter } from 'node:events';
import { useState } from 'react';
import { FreshFallback } from '@web/services/use-endpoint';
import { SocketContext } from '@web/realtime/socket-events';
import type { EventSocket } from '@web/realtime/socket-events';
import { readPush } from '@web/device/push';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { unreadUpdated } from '@web/session/store/user.slice';
import { fan, performer } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockNetworkError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { uninstallPush, installPush } from '../../../../tests/kit/screens/fake-push';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { NotificationsScreen } from './notifications-screen';
import type { Notification } from './requests';

startFakeHost();
beforeEach(() => {
  for (const { id } of toasts.read()) dismissToast(id);
});

const hour_ms = 3_600_000;
/** Noon, so that an hour before is the same day. */
const noon = new Date();
noon.setHours(12, 0, 0, 0);
const hoursBeforeNoon = (hours: number) => new Date(noon.getTime() - hours * hour_ms).toISOString();

const ada = { _id: 'ada', username: 'ada', name: 'Ada', avatar: '', isPerformer: true, isVerified: true, isOnline: false };
const notificationOf = (changes: Partial<Notification> = {}): Notification => ({
  _id: 'n-1',
  type: 'reply',
  actor: ada,
  count: 1,
  text: 'replied to your comment.',
  link: '/post/1',
  isRead: false,
  createdAt: hoursBeforeNoon(1),
  updatedAt: hoursBeforeNoon(1),
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

function open(user = fan(someUnread(1)), path = '/notifications', source: EventSocket | null = null) {
  return renderScreen(
    <SocketContext.Provider value={source}>
      <NotificationsScreen />
    </SocketContext.Provider>,
    { user, path },
  );
}

describe('the list', () => {
  it('isolates the name from the text, in the sentence and in the label', async () => {
    const actor = { ...ada, name: 'سارا' };
    mockEndpoint('GET /notifications', pageOf([notificationOf({ actor, text: '10 tokens.' })]));
    renderScreen(<NotificationsScreen />, { user: fan() });
    expect((await screen.findByText('سارا')).tagName).toBe('BDI');
    expect(screen.getByRole('button', { name: 'Mark as read: \u2068سارا\u2069 10 tokens.' })).toBeVisible();
  });

  it('is grouped by day, newest first, with actor and action', async () => {
    mockEndpoint(
      'GET /notifications',
      pageOf([
        notificationOf({ count: 12, text: 'liked your comment.', type: 'like' }),
        notificationOf({ _id: 'n-2', count: 2, text: 'liked another.', type: 'like', updatedAt: hoursBeforeNoon(2) }),
        notificationOf({ _id: 'n-3', actor: null, text: 'Your password was changed.', isRead: true, updatedAt: hoursBeforeNoon(24) }),
        notificationOf({ _id: 'n-4', updatedAt: '2026-01-02T12:00:00.000Z', isRead: true }),
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

  it('shows the loading, empty and error states', async () => {
    let release: (page: ReturnType<typeof pageOf>) => void = () => undefined;
    mockEndpoint('GET /notifications', () => new Promise<ReturnType<typeof pageOf>>((resolve) => (release = resolve)));
    const { unmount } = open();
    expect(screen.getByText('Loading notifications…')).toBeInTheDocument();
    await waitFor(() => {
      release(pageOf([]));
      expect(screen.getByText('You’re all caught up')).toBeVisible();
    });
    unmount();
    mockNetworkError('GET /notifications');
    open();
    await screen.findByRole('alert');
    mockEndpoint('GET /notifications', pageOf([notificationOf()]));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('replied to your comment.')).toBeVisible();
  });

  it('loads older ones as long as there are more', async () => {
    mockEndpoint('GET /notifications', ({ query }) =>
      query.get('cursor') === 'second'
        ? pageOf([notificationOf({ _id: 'n-2', text: 'wrote before.' })])
        : pageOf([notificationOf()], 'second'),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('wrote before.')).toBeVisible();
    expect(screen.getByText('replied to your comment.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('is filtered by the group in the URL', async () => {
    const requests = mockEndpoint('GET /notifications', pageOf([]));
    const { navigations } = open(fan(), '/notifications?group=money');
    expect(await screen.findByText('No notifications of this type yet')).toBeVisible();
    expect(requests[0]?.query.get('group')).toBe('money');
    const chips = within(screen.getByRole('group', { name: 'Filter notifications' })).getAllByRole('button');
    expect(chips.map(({ textContent }) => textContent)).toEqual(['All', 'Money', 'People', 'Content']);
    expect(chips[1]).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'People' }));
    expect(navigations()).toEqual(['/notifications?group=people']);
  });

  it.each([
    ['a fan', fan(), '/user/account?section=notifications'],
    ['a performer', performer(), '/creator/account?section=notifications'],
  ])('links %s to their settings', async (_who, user, path) => {
    mockEndpoint('GET /notifications', pageOf([]));
    renderScreen(<NotificationsScreen />, { user });
    expect(screen.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', path);
    await screen.findByText('You’re all caught up');
  });
});

describe('marking as read', () => {
  it('happens when a notification is opened', async () => {
    mockEndpoint('GET /notifications', pageOf([notificationOf()]));
    const reads = mockEndpoint('POST /notifications/read', { unread: 0 });
    const { store } = open();
    const link = await screen.findByRole('link', { name: 'Ada replied to your comment.' });
    expect(link).toHaveAttribute('href', '/post/1');
    await userEvent.click(link);
    await waitFor(() => expect(reads.map(({ body }) => body)).toEqual([{ ids: ['n-1'] }]));
    expect(await unreadMark(/replied/)).toBeNull();
    expect(store.getState().user.current?.unread).toEqual({ conversations: 1, notifications: 0 });
  });

  it('works for one without opening it, and for all', async () => {
    mockEndpoint(
      'GET /notifications',
      pageOf([notificationOf(), notificationOf({ _id: 'n-2', text: 'wrote to you.' }), notificationOf({ _id: 'n-3', text: 'left.' })]),
    );
    const reads = mockEndpoint('POST /notifications/read', ({ body }) => ({ unread: (body as { ids?: string[] }).ids ? 30 : 0 }));
    const { store, navigations } = open(fan(someUnread(31)));
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as read: Ada wrote to you.' }));
    expect(await unreadMark(/wrote to you/)).toBeNull();
    expect(screen.getByRole('link', { name: /wrote to you/ })).toHaveFocus();
    expect(await unreadMark(/replied/)).toBeVisible();
    await waitFor(() => expect(store.getState().user.current?.unread.notifications).toBe(30));
    await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(reads.map(({ body }) => body)).toEqual([{ ids: ['n-2'] }, {}]));
    expect(screen.queryByRole('img', { name: 'Unread' })).toBeNull();
    expect(store.getState().user.current?.unread).toEqual({ conversations: 1, notifications: 0 });
    expect(screen.getByRole('button', { name: 'Mark all as read' })).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Mark all as read' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(reads).toHaveLength(2);
    expect(navigations()).toEqual([]);
  });

  it('is reverted with an error when it fails', async () => {
    mockEndpoint('GET /notifications', pageOf([notificationOf()]));
    mockNetworkError('POST /notifications/read');
    const { store } = open();
    await userEvent.click(await screen.findByRole('button', { name: /Mark as read/ }));
    await waitFor(() => expect(toasts.read()).toHaveLength(1));
    expect(await unreadMark(/replied/)).toBeVisible();
    expect(store.getState().user.current?.unread.notifications).toBe(1);
  });
});

describe('new notifications', () => {
  const stamp = { eventId: 'event-1', at: hoursBeforeNoon(0) };

  it('wait in a pill and never move the list', async () => {
    mockEndpoint('GET /notifications', pageOf([notificationOf()]));
    const socket = new EventEmitter();
    open(fan(someUnread(1)), '/notifications', socket as unknown as EventSocket);
    await screen.findByText('replied to your comment.');
    const fresh = [
      notificationOf({ _id: 'n-2', text: 'wrote.' }),
      notificationOf({ _id: 'n-3', text: 'liked it.' }),
      notificationOf({ count: 2, updatedAt: hoursBeforeNoon(0) }),
    ];
    act(() => fresh.forEach((one, index) => socket.emit('notification/created', { ...stamp, eventId: String(index), ...one })));
    expect(screen.queryByText('wrote.')).toBeNull();
    mockEndpoint('GET /notifications', pageOf([...fresh].reverse()));
    window.scrollTo = () => undefined;
    await userEvent.click(screen.getByRole('button', { name: '3 new' }));
    expect(await screen.findByText('wrote.')).toBeVisible();
    expect(screen.queryByRole('button', { name: '3 new' })).toBeNull();
  });

  it('are counted only in their own group', async () => {
    mockEndpoint('GET /notifications', pageOf([notificationOf({ type: 'refund', text: 'gave you money back.' })]));
    const socket = new EventEmitter();
    open(fan(), '/notifications?group=money', socket as unknown as EventSocket);
    await screen.findByText('gave you money back.');
    act(() => void socket.emit('notification/created', { ...stamp, ...notificationOf({ _id: 'n-2' }) }));
    expect(screen.queryByRole('button', { name: /new$/ })).toBeNull();
    act(() => void socket.emit('notification/created', { ...stamp, eventId: 'event-2', ...notificationOf({ _id: 'n-3', type: 'order' }) }));
    expect(screen.getByRole('button', { name: '1 new' })).toBeVisible();
  });

  it('are loaded when the unread count shows that events were missed', async () => {
    mockEndpoint('GET /notifications', pageOf([notificationOf()]));
    const { store } = open();
    await screen.findByText('replied to your comment.');
    mockEndpoint('GET /notifications', pageOf([notificationOf({ _id: 'n-2', text: 'wrote.' }), notificationOf()]));
    act(() => void store.dispatch(unreadUpdated({ conversations: 0, notifications: 2 })));
    expect(await screen.findByRole('button', { name: '1 new' })).toBeVisible();
    expect(screen.queryByText('wrote.')).toBeNull();
  });

  it('are loaded when a cached list is opened again', async () => {
    mockEndpoint('GET /notifications', pageOf([notificationOf()]));
    function ToggledScreen() {
      const [isShown, setShown] = useState(true);
      return (
        <FreshFallback.Provider value={false}>
          <button onClick={() => setShown(!isShown)}>Move</button>
          {isShown ? <NotificationsScreen /> : null}
        </FreshFallback.Provider>
      );
    }
    renderScreen(<ToggledScreen />, { user: fan(someUnread(1)) });
    await screen.findByText('replied to your comment.');
    await userEvent.click(screen.getByRole('button', { name: 'Move' }));
    mockEndpoint('GET /notifications', pageOf([notificationOf({ _id: 'n-2', text: 'wrote.' }), notificationOf()]));
    await userEvent.click(screen.getByRole('button', { name: 'Move' }));
    expect(screen.getByText('replied to your comment.')).toBeVisible();
    expect(await screen.findByRole('button', { name: '1 new' })).toBeVisible();
  });

  it('are synced with what was read on another device', async () => {
    mockEndpoint('GET /notifications', pageOf([notificationOf(), notificationOf({ _id: 'n-2', text: 'wrote.' })]));
    const { store } = open(fan(someUnread(2)));
    await screen.findByText('wrote.');
    mockEndpoint('GET /notifications', pageOf([notificationOf(), notificationOf({ _id: 'n-2', text: 'wrote.', isRead: true })]));
    act(() => void store.dispatch(unreadUpdated({ conversations: 0, notifications: 1 })));
    await waitFor(async () => expect(await unreadMark(/wrote/)).toBeNull());
    expect(await unreadMark(/replied/)).toBeVisible();
  });
});

describe('push', () => {
  beforeEach(() => void mockEndpoint('GET /notifications', pageOf([notificationOf()])));
  afterEach(uninstallPush);

  it('is offered as long as the browser has not been asked', async () => {
    installPush({ promptResult: 'denied' });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Turn on push' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Turn on push' })).toBeNull());
  });

  it.each([
    ['granted', 'off'],
    ['denied', 'denied'],
  ])('is not offered again once the browser has been asked: %s', async (permission, state) => {
    installPush({ permission });
    open();
    await screen.findByText('replied to your comment.');
    // The screen has queried it earlier, so its query has resolved by then.
    await act(async () => expect(await readPush(fan()._id)).toBe(state));
    expect(screen.queryByRole('button', { name: 'Turn on push' })).toBeNull();
  });
});
