/** Likes, bookmarks, follows and unlocks: optimistic updates, and the server's final state. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { errors } from '@contract/kernel/errors';
import { endpointKeyText, useEndpoint } from '@web/services/use-endpoint';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import { fan, performer } from '../../tests/kit/fixtures/accounts';
import { author, forSale, gallery, post } from '../../tests/kit/fixtures/content';
import { profileOfAda } from '../../tests/kit/fixtures/payments';
import { mockEndpoint, mockError, startFakeHost } from '../../tests/kit/screens/fake-host';
import { renderScreen } from '../../tests/kit/screens/render';
import { SocketContext } from '@web/realtime/socket-events';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { useFollow } from './use-follow';
import { useUnlockItem } from './use-unlock-item';
import type { UnlockableItem } from './use-unlock-item';
import { useReactions } from './use-reactions';

startFakeHost();
afterEach(() => {
  for (const { id } of toasts.read()) dismissToast(id);
});

const list = { query: { limit: 12 } };
const page = (...data: ReturnType<typeof post>[]) => ({ data, total: data.length, nextCursor: null });

function Like({ item }: { item: ReturnType<typeof post> }) {
  const { isLiked, isBookmarked, totalLike, like, bookmark } = useReactions('feed', item._id, item);
  return (
    <>
      <button aria-pressed={isLiked} onClick={like}>
        Like {totalLike}
      </button>
      <button aria-pressed={isBookmarked} onClick={bookmark}>
        Bookmark
      </button>
    </>
  );
}

/** A list of posts. */
function Posts() {
  const { items } = useEndpointPages('GET /user/feeds', list.query);
  return items?.map((item) => <Like key={item._id} item={item} />);
}

/** The same post, from its own endpoint. */
function OnePost() {
  const { data } = useEndpoint('GET /user/feeds/:id', { params: { id: 'first-post' } });
  return data ? <p>{data.totalLike} likes in all</p> : null;
}

function Lock({ item }: { item: UnlockableItem }) {
  const { action, reason } = useUnlockItem(item);
  return item.isLocked ? (
    <>
      <p>{reason}</p>
      {action ? <button onClick={action.onPress}>{action.label}</button> : null}
    </>
  ) : (
    <p>Open</p>
  );
}

function LockedPost() {
  const { data } = useEndpoint('GET /user/feeds/:id', { params: { id: 'first-post' } });
  return data ? <Lock item={data} /> : null;
}

describe('a like', () => {
  it('shows immediately and updates every cached list with the post', async () => {
    mockEndpoint('GET /user/feeds', page(post()));
    mockEndpoint('GET /user/feeds/:id', post());
    const requests = mockEndpoint('POST /reactions', { isLiked: true, isBookmarked: false, totalLike: 9 });
    renderScreen(
      <>
        <Posts />
        <OnePost />
      </>,
      { user: fan() },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Like 3' }));
    expect(screen.getByRole('button', { name: /^Like [49]$/ })).toHaveAttribute('aria-pressed', 'true');
    expect(await screen.findByRole('button', { name: 'Like 9' })).toBeInTheDocument();
    expect(await screen.findByText('9 likes in all')).toBeInTheDocument();
    expect(requests.map(({ body }) => body)).toEqual([{ objectType: 'feed', objectId: post()._id, action: 'like' }]);
  });

  it('is reverted with a message when the server rejects it', async () => {
    mockEndpoint('GET /user/feeds', page(post()));
    mockError('POST /reactions', 'content_locked');
    renderScreen(<Posts />, { user: fan() });
    await userEvent.click(await screen.findByRole('button', { name: 'Like 3' }));
    expect(await screen.findByText(errors.content_locked[1])).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Like 3' })).toHaveAttribute('aria-pressed', 'false');
  });

  it("tapped twice is sent twice, in order, and ends in the server's state", async () => {
    mockEndpoint('GET /user/feeds', page(post()));
    const order: string[] = [];
    let respond = (): void => undefined;
    const both = new Promise<void>((go) => (respond = go));
    mockEndpoint('POST /reactions', async () => {
      await both;
      order.push('like');
      return { isLiked: true, isBookmarked: false, totalLike: 4 };
    });
    mockEndpoint('DELETE /reactions', () => {
      order.push('unlike');
      return { isLiked: false, isBookmarked: false, totalLike: 3 };
    });
    renderScreen(<Posts />, { user: fan() });
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Like 3' }));
    respond();
    await waitFor(() => expect(order).toEqual(['like', 'unlike']));
    expect(screen.getByRole('button', { name: 'Like 3' })).toHaveAttribute('aria-pressed', 'false');
  });

  it('of a guest redirects to the login and changes nothing', async () => {
    mockEndpoint('GET /user/feeds', page(post()));
    const { navigations } = renderScreen(<Posts />, { path: '/explore?tab=posts' });
    await userEvent.click(await screen.findByRole('button', { name: 'Bookmark' }));
    expect(navigations()).toEqual([`/auth/login?next=${encodeURIComponent('/explore?tab=posts')}`]);
    expect(screen.getByRole('button', { name: 'Bookmark' })).toHaveAttribute('aria-pressed', 'false');
  });

  it('updates initial data wherever it is shown', async () => {
    mockEndpoint('POST /reactions', { isLiked: false, isBookmarked: true, totalLike: 3 });
    renderScreen(
      <>
        <Posts />
        <Posts />
      </>,
      { user: fan(), fallback: { [endpointKeyText('GET /user/feeds', list)]: page(post()) } },
    );
    const buttons = () => screen.getAllByRole('button', { name: 'Bookmark' });
    await userEvent.click(buttons()[0] as HTMLElement);
    await waitFor(() => expect(buttons().map((button) => button.getAttribute('aria-pressed'))).toEqual(['true', 'true']));
  });
});

describe('following', () => {
  function Follower() {
    const { isFollowed, follow, unfollow } = useFollow('ada', false);
    return <button onClick={() => void (isFollowed ? unfollow() : follow())}>{isFollowed ? 'Following' : 'Follow'}</button>;
  }

  it('shows immediately, and stores one id', async () => {
    mockEndpoint('POST /follows/:id', { isFollowed: true, totalFollowers: 1 });
    const { store } = renderScreen(<Follower />, { user: fan() });
    await userEvent.click(screen.getByRole('button', { name: 'Follow' }));
    expect(screen.getByRole('button', { name: 'Following' })).toBeInTheDocument();
    expect(store.getState().follow.ids).toEqual(['ada']);
  });

  it('is reverted with a message when the server rejects it', async () => {
    mockError('POST /follows/:id', 'blocked_by_performer');
    const { store } = renderScreen(<Follower />, { user: fan() });
    await userEvent.click(screen.getByRole('button', { name: 'Follow' }));
    expect(await screen.findByText(errors.blocked_by_performer[1])).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Follow' })).toBeInTheDocument();
    expect(store.getState().follow.ids).toEqual([]);
  });
});

describe('a lock', () => {
  it('for followers follows with one tap, and unlocks the post', async () => {
    mockEndpoint('GET /user/feeds/:id', post({ audience: 'followers', isLocked: true, unlock: ['follow', 'subscribe'] }));
    mockEndpoint('POST /follows/:id', { isFollowed: true, totalFollowers: 1 });
    renderScreen(<LockedPost />, { user: fan() });
    expect(await screen.findByText('For followers. Following Ada is free.')).toBeInTheDocument();
    mockEndpoint('GET /user/feeds/:id', post({ audience: 'followers' }));
    await userEvent.click(screen.getByRole('button', { name: 'Follow Ada' }));
    expect(await screen.findByText('Open')).toBeInTheDocument();
  });

  it('for subscribers shows the price and opens the subscription dialog', async () => {
    mockEndpoint('GET /user/feeds/:id', post({ audience: 'subscribers', isLocked: true, unlock: ['subscribe'] }));
    mockEndpoint('GET /performers/:id', profileOfAda());
    const { store } = renderScreen(<LockedPost />, { user: fan() });
    expect(await screen.findByText('For subscribers. From 9.99 a month.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Subscribe · 9.99 a month' }));
    await waitFor(() => expect(store.getState().dialogs.subscription).toMatchObject({ showModal: true, performer: { name: 'Ada' } }));
  });

  it('opens no dialog after unmount', async () => {
    mockEndpoint('GET /user/feeds/:id', post({ audience: 'subscribers', isLocked: true, unlock: ['subscribe'] }));
    let respond = (): void => undefined;
    const profile = new Promise<void>((go) => (respond = go));
    const hasResponded = jest.fn();
    mockEndpoint('GET /performers/:id', async () => {
      await profile;
      hasResponded();
      return profileOfAda();
    });
    const { store, rerender } = renderScreen(<LockedPost />, { user: fan() });
    await userEvent.click(await screen.findByRole('button', { name: 'Subscribe · 9.99 a month' }));
    rerender(<p>Elsewhere</p>);
    respond();
    await waitFor(() => expect(hasResponded).toHaveBeenCalled());
    await new Promise((done) => setTimeout(done, 50));
    expect(store.getState().dialogs.subscription.showModal).toBe(false);
  });

  it('with a price opens the dialog through the URL, which also works as a link', async () => {
    mockEndpoint('GET /user/feeds/:id', post(forSale));
    const { navigations, unmount } = renderScreen(<LockedPost />, { user: fan(), path: '/post/first-post' });
    await userEvent.click(await screen.findByRole('button', { name: 'Unlock for 12.00' }));
    expect(navigations()).toEqual(['/post/first-post?unlock=1']);
    unmount();

    const { store } = renderScreen(<LockedPost />, { user: fan(), path: '/post/first-post?unlock=1' });
    await waitFor(() => expect(store.getState().dialogs.unlock).toMatchObject({ type: 'feed', price: 12, path: '/post/first-post' }));
  });

  it("in a list puts the item's id into the URL", async () => {
    const item = gallery(forSale);
    const { navigations } = renderScreen(<Lock item={item} />, { user: fan(), path: '/home?type=photo' });
    await userEvent.click(screen.getByRole('button', { name: 'Unlock for 12.00' }));
    expect(navigations()).toEqual([`/home?type=photo&unlock=${item._id}`]);
  });

  it('offers performers no payment, since they have no wallet', () => {
    const other = author({ _id: '0198c0de-0000-7000-8000-0000000000be', name: 'Bea' });
    renderScreen(<Lock item={post({ ...forSale, performer: other })} />, { user: performer() });
    expect(screen.getByText('For 12 tokens. Yours to keep.')).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('disappears on the event that the charge was settled', async () => {
    const listeners = new Map<string, (payload: object) => void>();
    const source = { on: (name: string, listener: (payload: object) => void) => listeners.set(name, listener), off: () => undefined };
    mockEndpoint('GET /user/feeds/:id', post(forSale));
    renderScreen(
      <SocketContext.Provider value={source as never}>
        <LockedPost />
      </SocketContext.Provider>,
      { user: fan() },
    );
    await screen.findByRole('button', { name: 'Unlock for 12.00' });
    mockEndpoint('GET /user/feeds/:id', post({ ...forSale, isLocked: false, isBought: true }));
    listeners.get('charge/settled')?.({ eventId: 'e1', targetId: post()._id });
    expect(await screen.findByText('Open')).toBeInTheDocument();
  });
});
