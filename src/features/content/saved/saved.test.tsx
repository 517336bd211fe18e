/** Bookmarks, follows and purchases. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResponseOf } from '@web/services/call';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { fan } from '../../../../tests/kit/fixtures/accounts';
import { performerCardOf } from '../../../../tests/kit/fixtures/cards';
import { author, gallery, post, video } from '../../../../tests/kit/fixtures/content';
import { mockEndpoint, mockNetworkError, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { product } from '../../../../tests/kit/fixtures/listed-products';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { BookmarksScreen } from './bookmarks-screen';
import { FollowingScreen } from './following-screen';
import { PurchasesScreen } from './purchases-screen';

startFakeHost();
afterEach(() => {
  for (const { id } of toasts.read()) dismissToast(id);
});

type Purchase = ResponseOf<'GET /wallet/purchases'>['data'][number];

const createdAt = '2026-05-01T10:00:00.000Z';
const page = <T,>(data: T[]) => ({ data, total: data.length, nextCursor: null });
const bookmarkOf = <O extends { _id: string }, T extends 'video' | 'feed' | 'gallery' | 'product' | 'performer'>(
  objectType: T,
  object: O,
) => ({
  _id: `0198c0de-0000-7000-8000-00b00000${object._id.slice(-4)}`,
  objectType,
  objectId: object._id,
  object,
  createdAt,
});

describe('bookmarks', () => {
  it('show posts first, by their title or the beginning of their text', async () => {
    mockEndpoint('GET /reactions/feeds/bookmark', page([bookmarkOf('feed', post())]));
    renderScreen(<BookmarksScreen renderProduct={({ name }) => name} />, { path: '/bookmarks', user: fan() });
    expect(await screen.findByRole('link', { name: 'Good morning from the studio.' })).toHaveAttribute('href', '/post/first-post');
    expect(screen.getByRole('link', { name: 'Posts' })).toHaveAttribute('aria-current', 'page');
  });

  it('are removed immediately, and undo restores them', async () => {
    mockEndpoint('GET /reactions/videos/bookmark', page([bookmarkOf('video', video())]));
    const removed = mockEndpoint('DELETE /reactions', { isLiked: false, isBookmarked: false, totalLike: 0 });
    const restored = mockEndpoint('POST /reactions', { isLiked: false, isBookmarked: true, totalLike: 0 });
    renderScreen(<BookmarksScreen renderProduct={({ name }) => name} />, { path: '/bookmarks?tab=videos', user: fan() });
    await userEvent.click(await screen.findByRole('button', { name: 'Remove First video from bookmarks' }));
    expect(await screen.findByText('No bookmarked videos yet')).toBeInTheDocument();
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('link', { name: 'First video' })).toBeInTheDocument();
    await waitFor(() => expect(restored).toHaveLength(1));
    const body = { objectType: 'video', objectId: video()._id, action: 'bookmark' };
    expect([removed[0]?.body, restored[0]?.body]).toEqual([body, body]);
  });

  it('show products as store cards, and link to all products when none are left', async () => {
    const print = product();
    mockEndpoint('GET /reactions/products/bookmark', page([bookmarkOf('product', print)]));
    mockEndpoint('DELETE /reactions', { isLiked: false, isBookmarked: false, totalLike: 3 });
    renderScreen(<BookmarksScreen renderProduct={({ name }) => `Card of ${name}`} />, { path: '/bookmarks?tab=products', user: fan() });
    expect(await screen.findByText('Card of First print')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Remove First print from bookmarks' }));
    expect(await screen.findByRole('link', { name: 'Explore products' })).toHaveAttribute('href', '/explore?tab=products');
  });

  it('are restored, with the error, when the API does not remove them', async () => {
    mockEndpoint('GET /reactions/galleries/bookmark', page([bookmarkOf('gallery', gallery())]));
    mockNetworkError('DELETE /reactions');
    renderScreen(<BookmarksScreen renderProduct={({ name }) => name} />, { path: '/bookmarks?tab=galleries', user: fan() });
    await userEvent.click(await screen.findByRole('button', { name: 'Remove First gallery from bookmarks' }));
    expect(await screen.findByText('Error occurred, please try again later')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'First gallery' })).toBeInTheDocument();
  });

  it('show performers as people', async () => {
    mockEndpoint('GET /reactions/performers/bookmark', page([bookmarkOf('performer', performerCardOf('Ada'))]));
    renderScreen(<BookmarksScreen renderProduct={({ name }) => name} />, { path: '/bookmarks?tab=performers', user: fan() });
    expect(await screen.findByRole('link', { name: 'Ada' })).toHaveAttribute('href', '/ada');
  });

  it('have an empty state that explains how to add one, and can be retried', async () => {
    mockNetworkError('GET /reactions/feeds/bookmark');
    renderScreen(<BookmarksScreen renderProduct={({ name }) => name} />, { path: '/bookmarks', user: fan() });
    const retryButton = await screen.findByRole('button', { name: 'Try again' });
    mockEndpoint('GET /reactions/feeds/bookmark', page([]));
    await userEvent.click(retryButton);
    expect(await screen.findByText('No bookmarked posts yet')).toBeInTheDocument();
  });
});

const following = (name: string) => ({
  _id: `0198c0de-0000-7000-8000-00000000f00${name.length}`,
  performerId: performerCardOf(name)._id,
  performer: performerCardOf(name),
  createdAt,
});

describe('following', () => {
  it('lists followed performers, with unfollow and undo', async () => {
    mockEndpoint('GET /follows/following', page([following('Ada'), following('Berta')]));
    const unfollowed = mockEndpoint('DELETE /follows/:id', { isFollowed: false, totalFollowers: 0 });
    const followed = mockEndpoint('POST /follows/:id', { isFollowed: true, totalFollowers: 1 });
    renderScreen(<FollowingScreen />, { path: '/following', user: fan() });
    const messageLink = await screen.findByRole('link', { name: 'Message Ada' });
    expect(messageLink).toHaveAttribute('href', `/messages?source=performer&sourceId=${following('Ada').performer._id}`);
    await userEvent.click(screen.getByRole('button', { name: 'Unfollow Ada' }));
    expect(await screen.findByText('You no longer follow Ada')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Ada' })).not.toBeInTheDocument();
    expect(screen.getByText('1 creator')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('link', { name: 'Ada' })).toBeInTheDocument();
    await waitFor(() => expect([unfollowed.length, followed.length]).toEqual([1, 1]));
  });

  it('restores the performer when unfollowing fails', async () => {
    mockEndpoint('GET /follows/following', page([following('Ada')]));
    mockError('DELETE /follows/:id', 'performer_not_found');
    renderScreen(<FollowingScreen />, { path: '/following', user: fan() });
    await userEvent.click(await screen.findByRole('button', { name: 'Unfollow Ada' }));
    expect(await screen.findByText('This creator doesn’t exist, or their profile isn’t public.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Ada' })).toBeInTheDocument();
  });

  it('links to performers while the list is empty', async () => {
    mockEndpoint('GET /follows/following', page([]));
    renderScreen(<FollowingScreen />, { path: '/following', user: fan() });
    expect(await screen.findByText('You’re not following anyone yet')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Explore creators' })).toHaveAttribute('href', '/explore');
    expect(screen.queryByRole('search')).not.toBeInTheDocument();
  });

  it('says when no name matches', async () => {
    const requests = mockEndpoint('GET /follows/following', page([]));
    renderScreen(<FollowingScreen />, { path: '/following?q=zoe', user: fan() });
    expect(await screen.findByText('No matches')).toBeInTheDocument();
    expect(requests[0]?.query.get('q')).toBe('zoe');
  });
});

const purchase = (item: Purchase['item'], changes: Partial<Purchase> = {}): Purchase => ({
  _id: '0198c0de-0000-7000-8000-0000000a0001',
  type: 'video',
  performer: { ...author(), isPerformer: true },
  price: 12,
  status: 'success',
  isWithheld: false,
  item,
  createdAt,
  ...changes,
});

describe('purchases', () => {
  it('show that a purchase in debt is withheld until the wallet is topped up', async () => {
    mockEndpoint('GET /wallet/purchases', page([purchase(null, { isWithheld: true })]));
    renderScreen(<PurchasesScreen />, { user: fan() });
    expect((await screen.findAllByText('Locked until you top up')).length).toBeGreaterThan(0);
  });

  it('link to what was bought, even when it is no longer offered', async () => {
    mockEndpoint('GET /wallet/purchases', page([purchase(video({ isBought: true, state: 'inactive' }))]));
    renderScreen(<PurchasesScreen />, { path: '/purchases', user: fan() });
    const row = within(await screen.findByRole('table', { name: 'Purchases' }));
    expect(row.getByRole('link', { name: 'First video' })).toHaveAttribute('href', '/video/first-video');
    expect(row.getByText('No longer published. You keep access.')).toBeInTheDocument();
    expect(row.getByRole('link', { name: 'Ada' })).toHaveAttribute('href', '/ada');
    expect(row.getByText('12 tokens')).toBeInTheDocument();
  });

  it('show what was refunded and can no longer be seen', async () => {
    mockEndpoint('GET /wallet/purchases', page([purchase(null, { status: 'refunded' })]));
    renderScreen(<PurchasesScreen />, { path: '/purchases', user: fan() });
    expect(await screen.findByText('Refunded')).toBeInTheDocument();
    expect(screen.getByText(/no longer available/)).toBeInTheDocument();
  });

  it('are filtered by the type in the URL', async () => {
    const requests = mockEndpoint('GET /wallet/purchases', page([]));
    renderScreen(<PurchasesScreen />, { path: '/purchases?type=gallery', user: fan() });
    expect(await screen.findByText('No matching purchases')).toBeInTheDocument();
    expect(requests[0]?.query.get('type')).toBe('gallery');
  });
});
