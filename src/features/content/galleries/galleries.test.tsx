/** Galleries: grids, and the page of a gallery, unlocked and locked, with its viewer. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fan } from '../../../../tests/kit/fixtures/accounts';
import { author, forSale, gallery, video } from '../../../../tests/kit/fixtures/content';
import { lockedFile, photoFile } from '../../../../tests/kit/fixtures/media-files';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import type { ResponseOf } from '@web/services/call';
import { ExploreGalleries } from './explore-galleries';
import type { Gallery } from './gallery-card';
import { GalleryScreen } from './gallery-screen';
import { ProfileGalleries } from './profile-galleries';

startFakeHost();

type Photo = ResponseOf<'GET /performer-assets/photos'>['data'][number];

const page = <T,>(data: T[], total = data.length) => ({ data, total, nextCursor: null });

const photo = (number: number, changes: Partial<Photo> = {}): Photo => {
  const { audience, isSale, price, isLocked, unlock, isLiked, isBookmarked, isBought, isSubscribed, isFollowed } = video();
  return {
    audience,
    isSale,
    price,
    isLocked,
    unlock,
    isLiked,
    isBookmarked,
    isBought,
    isSubscribed,
    isFollowed,
    _id: `0198c0de-0000-7000-8000-0000000e000${number}`,
    kind: 'photo',
    status: 'active',
    state: 'published',
    tags: [],
    scheduledAt: null,
    expiresAt: null,
    publishedAt: null,
    performer: author(),
    totalSold: null,
    participants: [],
    people: null,
    createdAt: '2026-05-01T10:00:00.000Z',
    updatedAt: '2026-05-01T10:00:00.000Z',
    galleryId: gallery()._id,
    performerId: author()._id,
    title: '',
    description: '',
    isGalleryCover: false,
    ordering: number,
    photo: photoFile({ url: `/media/${number}.webp` }),
    ...changes,
  };
};

const renderGallery = (data: Gallery, photos: Photo[], options: Parameters<typeof renderScreen>[1] = {}) => {
  mockEndpoint('GET /performer-assets/galleries/:id', data);
  mockEndpoint('GET /performer-assets/galleries/search', page<Gallery>([]));
  mockEndpoint('GET /performer-assets/photos', page(photos));
  return renderScreen(<GalleryScreen siteUrl="http://localhost:3000" />, {
    path: '/gallery/first-gallery',
    query: { id: 'first-gallery' },
    ...options,
  });
};

describe('the page of a gallery', () => {
  it('labels its photos by their descriptions and opens a photo at its URL', async () => {
    const { navigations } = renderGallery(gallery(), [photo(1, { description: 'A red door' }), photo(2)]);
    expect(await screen.findByRole('heading', { level: 1, name: 'First gallery' })).toBeInTheDocument();
    expect(screen.getByText('12 photos')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Open A red door' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Open First gallery, photo 2' }));
    expect(navigations()).toEqual(['/gallery/first-gallery?photo=2']);
  });

  it('opens the photo in the URL, and the next photo updates the URL', async () => {
    const { navigations } = renderGallery(gallery(), [photo(1), photo(2)], { path: '/gallery/first-gallery?photo=1' });
    expect(await screen.findByRole('dialog', { name: 'Photo 1 of 2' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Next photo' }));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(navigations()).toEqual(['/gallery/first-gallery?photo=2', '/gallery/first-gallery']);
  });

  it('shows what unlocks a locked gallery, and blurred photos that cannot be opened', async () => {
    renderGallery(gallery({ ...forSale, coverPhoto: lockedFile() }), [photo(1, { isLocked: true, photo: lockedFile() })], { user: fan() });
    expect(await screen.findByRole('button', { name: 'Unlock for 12.00' })).toBeInTheDocument();
    expect(await screen.findByRole('img', { name: 'Locked photo' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Open/ })).not.toBeInTheDocument();
  });

  it('lets viewers other than its owner report the open photo', async () => {
    const { store } = renderGallery(gallery(), [photo(1), photo(2)], { user: fan(), path: '/gallery/first-gallery?photo=2' });
    const viewer = within(await screen.findByRole('dialog', { name: 'Photo 2 of 2' }));
    await userEvent.click(viewer.getByRole('button', { name: 'Report this photo' }));
    expect(store.getState().dialogs.report).toMatchObject({ target: 'photo', id: photo(2)._id, person: { _id: gallery().performer._id } });
  });

  it('shows which photos are still being processed, and leaves them out of the viewer', async () => {
    renderGallery(gallery(), [photo(1, { photo: photoFile({ url: null, status: 'processing', progress: 30 }) }), photo(2)], {
      path: '/gallery/first-gallery?photo=1',
    });
    expect(await screen.findByText('Processing 30%')).toBeInTheDocument();
    expect(await screen.findByRole('dialog', { name: 'Photo 1 of 1' })).toBeInTheDocument();
  });

  it('says that the viewer has no access', async () => {
    mockError('GET /performer-assets/galleries/:id', 'blocked_by_performer');
    renderScreen(<GalleryScreen siteUrl="" />, { path: '/gallery/one', query: { id: 'one' } });
    expect(await screen.findByRole('heading', { level: 1, name: 'You don’t have access to this gallery' })).toBeInTheDocument();
  });

  it('has an empty state without photos', async () => {
    renderGallery(gallery({ totalPhotos: 0 }), []);
    expect(await screen.findByText('No photos yet')).toBeInTheDocument();
  });
});

describe('grids of galleries', () => {
  it('show the number of photos and the performer', async () => {
    mockEndpoint('GET /performer-assets/galleries/search', page([gallery()]));
    renderScreen(<ExploreGalleries />, { path: '/explore?tab=galleries' });
    const list = await screen.findByRole('list', { name: 'Galleries' });
    expect(within(list).getByText('12 photos')).toBeInTheDocument();
    expect(within(list).getByText('Ada · 10 views')).toBeInTheDocument();
    expect(screen.getByText('1 gallery')).toBeInTheDocument();
  });

  it('have an empty state on a performer’s page', async () => {
    const requests = mockEndpoint('GET /performer-assets/galleries/search', page<Gallery>([]));
    renderScreen(<ProfileGalleries performer={author()} />, { path: '/ada?tab=galleries' });
    expect(await screen.findByText('No galleries yet')).toBeInTheDocument();
    await waitFor(() => expect(requests[0]?.query.get('performerId')).toBe(author()._id));
  });
});
