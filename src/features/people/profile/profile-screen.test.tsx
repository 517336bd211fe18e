/** A performer's page: for visitors, errors, and the actions of members and of the owner. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { subscribeDialogClosed } from '@web/session/store/dialogs.slice';
import { fan, performer } from '../../../../tests/kit/fixtures/accounts';
import { performerCardOf } from '../../../../tests/kit/fixtures/cards';
import { imageToUpload, storedImage } from '../../../../tests/kit/fixtures/stored-image';
import { mockEndpoint, mockError, startFakeHost, fakeHostUrl } from '../../../../tests/kit/screens/fake-host';
import { singlePage, subscription } from '../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { readUploads } from '@web/uploads/upload-list';
import { discardUploads } from '@web/uploads/uploads';
import type { Profile, ProfileTab } from './profile-screen';
import { ProfileScreen } from './profile-screen';

startFakeHost();
beforeAll(() => {
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => discardUploads(readUploads().map(({ id }) => id)));

const profile = (changes: Partial<Profile> = {}): Profile => ({
  ...performerCardOf('Ada'),
  _id: '0198c0de-0000-7000-8000-000000000003',
  bio: 'I paint and talk about it.',
  languages: ['en', 'fr'],
  city: 'Torino',
  countryFlag: `${fakeHostUrl}/images/flags/it.svg`,
  messageAudience: 'everyone',
  messagePrice: 0,
  welcomeVideo: null,
  activateWelcomeVideo: false,
  privateEnabled: false,
  privateMinutePrice: 3,
  privateMinimumMinutes: 3,
  stream: null,
  canMessage: true,
  promotions: [],
  isFreeSubscriptionUsed: false,
  subscription: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  height: null,
  weight: null,
  bodyType: 'fit',
  ethnicity: null,
  size: null,
  hair: 'red',
  eyes: null,
  sexualOrientation: null,
  ...changes,
});

const show = (options: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(<ProfileScreen ownerTabs={[]} siteUrl="http://localhost:3000" />, { path: '/ada', query: { profileId: 'ada' }, ...options });

it('shows head, prices and only the attributes that are set', async () => {
  mockEndpoint('GET /performers/:id', profile());
  show();
  expect(await screen.findByRole('heading', { level: 1, name: /Ada/ })).toBeInTheDocument();
  expect(screen.getByText('$9.99')).toBeInTheDocument();
  expect(screen.getByText('English, French')).toBeInTheDocument();
  expect(screen.getByText('Red')).toBeInTheDocument();
  expect(screen.queryByText('Eyes')).not.toBeInTheDocument();
});

it('shows the flag that was loaded with the profile and requests no list of countries', async () => {
  const countries = mockEndpoint('GET /countries/list', []);
  mockEndpoint('GET /performers/:id', profile());
  show();
  const place = await screen.findByText('Torino, Italy');
  expect(place.parentElement?.querySelector('img')).toHaveAttribute('src', `${fakeHostUrl}/images/flags/it.svg`);
  expect(countries).toHaveLength(0);
});

it('shows the blurred placeholder until the photo has loaded', async () => {
  mockEndpoint('GET /performers/:id', profile({ avatar: '/media/face.webp', avatarBlur: 'data:image/webp;base64,AAAA' }));
  show();
  const picture = await screen.findByRole('img', { name: 'Profile photo of Ada' });
  expect(picture).toHaveStyle({ backgroundImage: 'url("data:image/webp;base64,AAAA")' });
  fireEvent.load(picture);
  expect(picture).not.toHaveStyle({ backgroundImage: 'url("data:image/webp;base64,AAAA")' });
});

it('cuts a long bio and shows the rest on demand', async () => {
  mockEndpoint('GET /performers/:id', profile({ bio: 'Long. '.repeat(60) }));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(screen.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true');
});

it('redirects from the id to the username', async () => {
  mockEndpoint('GET /performers/:id', profile());
  const { navigations } = show({
    path: '/0198c0de-0000-7000-8000-000000000003',
    query: { profileId: '0198c0de-0000-7000-8000-000000000003' },
  });
  await waitFor(() => expect(navigations()).toEqual(['/ada']));
});

it('reveals to a blocked visitor only that the page is unavailable', async () => {
  mockError('GET /performers/:id', 'blocked_by_performer');
  show({ user: fan() });
  expect(await screen.findByText('This creator’s profile and content aren’t available to you.')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: 'You don’t have access to this page' })).toBeInTheDocument();
});

it('reports an unknown username as not found', async () => {
  mockError('GET /performers/:id', 'performer_not_found');
  show();
  expect(await screen.findByText('This creator doesn’t exist, or their profile isn’t public.')).toBeInTheDocument();
});

it('links to the conversation with the performer, for guests too', async () => {
  mockEndpoint('GET /performers/:id', profile());
  show();
  const messageLink = await screen.findByRole('link', { name: 'Message' });
  expect(messageLink).toHaveAttribute('href', `/messages?source=performer&sourceId=${profile()._id}`);
});

it('lets guests share but not block', async () => {
  mockEndpoint('GET /performers/:id', profile());
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'More' }));
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Block' })).not.toBeInTheDocument();
});

it('blocks a performer after a confirmation that names them, and offers an undo', async () => {
  mockEndpoint('GET /performers/:id', profile());
  const { _id, username, name, avatar, isVerified, isOnline } = profile();
  const blocked = mockEndpoint('POST /block/users', {
    _id: '0198c0de-0000-7000-8000-00000000000b',
    target: { _id, username, name, avatar, isPerformer: true, isVerified, isOnline },
    reason: null,
    createdAt: '2026-01-01T00:00:00.000Z',
  });
  const unblocked = mockEndpoint('DELETE /block/users/:id', { unblocked: true });
  mockEndpoint('GET /subscriptions/user/search', singlePage());
  const { navigations } = show({ user: fan() });

  await userEvent.click(await screen.findByRole('button', { name: 'More' }));
  await userEvent.click(screen.getByRole('button', { name: 'Block' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Block Ada' }));
  await waitFor(() => expect(navigations()).toEqual(['/home']));
  expect(blocked[0]?.body).toEqual({ targetId: _id });

  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(unblocked[0]?.params).toEqual({ id: _id }));
});

describe('blocking a performer the fan is subscribed to', () => {
  const openBlockDialog = async (changes: Parameters<typeof subscription>[0] = {}) => {
    mockEndpoint('GET /performers/:id', profile());
    const requests = mockEndpoint('GET /subscriptions/user/search', singlePage(subscription(changes)));
    const { _id, username, name, avatar, isVerified, isOnline } = profile();
    const blocked = mockEndpoint('POST /block/users', {
      _id: '0198c0de-0000-7000-8000-00000000000b',
      target: { _id, username, name, avatar, isPerformer: true, isVerified, isOnline },
      reason: null,
      createdAt: '2026-01-01T00:00:00.000Z',
    });
    const cancelRequests = mockEndpoint(
      'POST /payment/:gateway/cancel-subscription/:id',
      subscription({ status: 'cancelled', isRenewing: false }),
    );
    show({ user: fan() });
    await userEvent.click(await screen.findByRole('button', { name: 'More' }));
    await userEvent.click(screen.getByRole('button', { name: 'Block' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Block Ada?' }));
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Block Ada' })).toBeEnabled());
    return { dialog, requests, blocked, cancelRequests };
  };

  it('names the subscription and cancels it as well if chosen', async () => {
    const { dialog, requests, blocked, cancelRequests } = await openBlockDialog();
    expect(requests[0]?.query.get('performerId')).toBe(profile()._id);
    expect(dialog.getByText(/^Your subscription to Ada runs until May 31, 2026/)).toBeVisible();
    await userEvent.click(dialog.getByLabelText('Also cancel the subscription'));
    await userEvent.click(dialog.getByRole('button', { name: 'Block Ada' }));
    expect(await screen.findByText('Ada is blocked and your subscription is canceled')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect([cancelRequests[0]?.params, blocked[0]?.body]).toEqual([
      { gateway: 'stripe', id: subscription()._id },
      { targetId: profile()._id },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  });

  it('offers no cancellation when the subscription does not renew', async () => {
    const { dialog, cancelRequests } = await openBlockDialog({ status: 'cancelled', isRenewing: false });
    expect(dialog.getByText(/won’t renew/)).toBeVisible();
    expect(dialog.queryByLabelText('Also cancel the subscription')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Block Ada' }));
    expect(await screen.findByText('Ada is blocked')).toBeInTheDocument();
    expect(cancelRequests).toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  });
});

it('shows a tab only where configured: for the owner always, for visitors once it has content', async () => {
  const tab: ProfileTab = {
    value: 'store',
    label: 'Store',
    panel: () => 'Things for sale',
    isShown: ({ stats }, isOwner) => isOwner || stats.totalProducts > 0,
  };
  const open = (totalProducts: number, user: ReturnType<typeof fan> | ReturnType<typeof performer>) => {
    mockEndpoint('GET /performers/:id', profile({ stats: { ...profile().stats, totalProducts } }));
    return renderScreen(<ProfileScreen tabs={[tab]} ownerTabs={[]} siteUrl="" />, { path: '/ada', query: { profileId: 'ada' }, user });
  };
  const first = open(0, fan());
  expect(await screen.findByRole('heading', { level: 1, name: /Ada/ })).toBeInTheDocument();
  expect(screen.queryByText('Things for sale')).not.toBeInTheDocument();
  first.unmount();
  const second = open(1, fan());
  expect(await screen.findByText('Things for sale')).toBeInTheDocument();
  second.unmount();
  open(0, performer());
  expect(await screen.findByText('Things for sale')).toBeInTheDocument();
});

describe('the page for its owner', () => {
  it('lists the setup steps of the page, and the state of the identity documents', async () => {
    mockEndpoint('GET /performers/:id', profile({ monthlyPrice: 0, isVerified: false }));
    show({ user: performer({ verification: 'rejected', verificationNote: 'Too blurred.', isVerified: false, monthlyPrice: 0 }) });
    expect(await screen.findByText('Too blurred.')).toBeInTheDocument();
    expect(screen.getByText('0 of 3 done')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Set your price' })).toHaveAttribute('href', '/creator/account?section=prices');
    expect(screen.getByRole('link', { name: 'Publish your first post' })).toHaveAttribute('href', '/creator/posts/new');
  });

  it('saves the bio in place', async () => {
    mockEndpoint('GET /performers/:id', profile());
    const requests = mockEndpoint('PUT /performers/:id', performer({ bio: 'New words.' }));
    show({ user: performer() });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit bio' }));
    const field = await screen.findByRole('textbox', { name: 'Bio' });
    await userEvent.clear(field);
    await userEvent.type(field, 'New words.');
    await userEvent.click(screen.getByRole('button', { name: 'Save bio' }));
    expect(await screen.findByText('Changes saved')).toBeInTheDocument();
    expect(requests[0]?.body).toEqual({ bio: 'New words.' });
  });

  it("replaces the cover, and reloads the page's data", async () => {
    const profileRequests = mockEndpoint('GET /performers/:id', profile());
    const requests = mockEndpoint('POST /performers/cover/upload', { ...storedImage(), cover: '/media/new.webp' });
    const { store } = show({ user: performer() });
    await userEvent.upload(await screen.findByLabelText('Replace cover photo: choose a file'), imageToUpload('wide.png'));
    await waitFor(() => expect(store.getState().user.current?.cover).toBe('/media/new.webp'));
    expect(requests[0]?.body).toEqual({ cover: '[object File]' });
    await waitFor(() => expect(profileRequests.length).toBeGreaterThan(1));
  });

  it('cancels the upload of a cover and keeps the previous one', async () => {
    mockEndpoint('GET /performers/:id', profile());
    let release: () => void = () => undefined;
    mockEndpoint('POST /performers/cover/upload', async () => {
      await new Promise<void>((resolve) => (release = resolve));
      return { ...storedImage(), cover: '/media/new.webp' };
    });
    const { store } = show({ user: performer() });
    await userEvent.upload(await screen.findByLabelText('Replace cover photo: choose a file'), imageToUpload());
    expect(await screen.findByRole('progressbar', { name: 'Uploading the cover photo' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Replace cover photo' })).toBeInTheDocument();
    release();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(store.getState().user.current?.cover).toBeNull();
  });

  it('rejects a file that is not an image before uploading it', async () => {
    mockEndpoint('GET /performers/:id', profile());
    show({ user: performer() });
    const input = await screen.findByLabelText('Replace cover photo: choose a file');
    await userEvent.setup({ applyAccept: false }).upload(input, new File(['text'], 'notes.txt', { type: 'text/plain' }));
    expect(await screen.findByText(/notes.txt isn’t supported/)).toBeInTheDocument();
  });
});

describe('paying a performer', () => {
  it('offers a subscription with its price, and tips, only to fans and guests', async () => {
    mockEndpoint('GET /performers/:id', profile());
    const { unmount } = show();
    expect(await screen.findByRole('button', { name: 'Subscribe · 9.99 a month' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Tip' })).toBeInTheDocument();
    unmount();
    show({ user: performer({ _id: '0198c0de-0000-7000-8000-00000000000c', username: 'bea' }) });
    await screen.findByRole('heading', { level: 1, name: /Ada/ });
    expect(screen.queryByRole('button', { name: /Subscribe/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Tip' })).not.toBeInTheDocument();
  });

  it.each([
    ['/ada?subscribe=yearly', { showModal: true, subscriptionType: 'yearly' }],
    ['/ada?subscribe=nonsense', { showModal: true, subscriptionType: 'monthly' }],
  ])('opens the subscription dialog that the URL requests: %s', async (path, state) => {
    mockEndpoint('GET /performers/:id', profile());
    const { store, navigations } = show({ user: fan(), path });
    await waitFor(() => expect(store.getState().dialogs.subscription).toMatchObject(state));
    act(() => void store.dispatch(subscribeDialogClosed()));
    await waitFor(() => expect(navigations()).toEqual(['/ada']));
  });

  it('closes the dialog when the page unmounts, without navigating', async () => {
    mockEndpoint('GET /performers/:id', profile());
    const { store, navigations, unmount } = show({ user: fan(), path: '/ada?subscribe=yearly' });
    await waitFor(() => expect(store.getState().dialogs.subscription.showModal).toBe(true));
    unmount();
    expect(store.getState().dialogs.subscription.showModal).toBe(false);
    expect(navigations()).toEqual([]);
  });

  it('opens the tip dialog with the amount in the URL', async () => {
    mockEndpoint('GET /performers/:id', profile());
    const { store } = show({ user: fan(), path: '/ada?tip=20' });
    await waitFor(() => expect(store.getState().dialogs.tip).toMatchObject({ price: 20, performer: { name: 'Ada' } }));
  });

  it('adds the dialog to the URL, so that Back closes it', async () => {
    mockEndpoint('GET /performers/:id', profile());
    const { navigations } = show({ user: fan() });
    await userEvent.click(await screen.findByRole('button', { name: 'Tip' }));
    expect(navigations()).toEqual(['/ada?tip=']);
  });

  it('offers a private show with its price while the performer is online and accepts requests, and opens it from the URL', async () => {
    mockEndpoint('GET /performers/:id', profile({ privateEnabled: true, isOnline: true }));
    const { store, navigations, unmount } = show({ user: fan(), path: '/ada' });
    await userEvent.click(await screen.findByRole('button', { name: 'Private show · 3.00 tokens/min' }));
    expect(navigations()).toEqual(['/ada?private=1']);
    unmount();
    expect(store.getState().dialogs.privateShow).toBeNull();
    const { store: fanStore } = show({ user: fan(), path: '/ada?private=1' });
    await waitFor(() => expect(fanStore.getState().dialogs.privateShow).toMatchObject({ name: 'Ada', privateMinutePrice: 3 }));
  });

  it.each([
    ['the performer is offline', { privateEnabled: true, isOnline: false }],
    ['the performer accepts no requests', { privateEnabled: false, isOnline: true }],
  ])('offers no private show while %s', async (_why, changes) => {
    mockEndpoint('GET /performers/:id', profile(changes));
    show({ user: fan() });
    await screen.findByRole('button', { name: 'Tip' });
    expect(screen.queryByRole('button', { name: /Private show/ })).toBeNull();
  });

  it.each([
    [{ status: 'active', isRenewing: true }, 'Subscribed · renews Jun 1', 'link'],
    [{ status: 'active', isRenewing: true, subscriptionType: 'yearly' }, 'Subscribed · renews Jun 2090', 'link'],
    [{ status: 'cancelled', isRenewing: false }, 'Subscribed · until Jun 1', 'button'],
    [{ status: 'past_due', isRenewing: true }, 'Subscribed · payment failed', 'link'],
  ] as const)('shows a subscriber the state of the subscription: %j', async (state, name, role) => {
    const currentSubscription = {
      _id: '0198c0de-0000-7000-8000-0000000000e1',
      subscriptionType: 'monthly',
      expiredAt: '2090-06-01T10:00:00.000Z',
    } as const;
    mockEndpoint('GET /performers/:id', profile({ subscription: { ...currentSubscription, ...state } }));
    show({ user: fan() });
    expect(await screen.findByRole(role, { name })).toBeInTheDocument();
  });
});
