/** The preview of the owner's page: what is removed, and that actions are disabled. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { performer } from '../../../../tests/kit/fixtures/accounts';
import { performerCardOf } from '../../../../tests/kit/fixtures/cards';
import { mockEndpoint, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { ownPost } from '../../../../tests/kit/fixtures/own-items';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { storedFile } from '../../../../tests/kit/fixtures/stored-files';
import { useEndpoint } from '@web/services/use-endpoint';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import type { Profile } from './profile-screen';
import { ProfileScreen } from './profile-screen';
import { previewAs } from './preview-as';

startFakeHost();

const own = performer();
const profile = {
  ...performerCardOf('Ada'),
  _id: own._id,
  username: 'ada',
  bio: '',
  languages: [],
  city: null,
  countryFlag: null,
  messageAudience: 'everyone',
  messagePrice: 0,
  welcomeVideo: null,
  privateEnabled: false,
  privateMinutePrice: 3,
  privateMinimumMinutes: 3,
  stream: null,
  activateWelcomeVideo: false,
  canMessage: true,
  promotions: [],
  isFreeSubscriptionUsed: false,
  subscription: null,
  height: null,
  weight: null,
  bodyType: null,
  ethnicity: null,
  size: null,
  hair: null,
  eyes: null,
  sexualOrientation: null,
  createdAt: '2026-01-01T00:00:00.000Z',
} as Profile;

function Posts() {
  const { data } = useEndpoint('GET /user/feeds', { query: {} });
  return (
    <ul>
      {data?.data.map(({ _id, text, isLocked, files }) => (
        <li key={_id}>
          {text} {isLocked ? 'locked' : 'open'} {files[0]?.url ?? 'no address'} <button type="button">Like</button>
        </li>
      ))}
    </ul>
  );
}

/** Like `Posts`, in pages. */
function PaginatedPosts() {
  const { items, hasMore } = useEndpointPages('GET /user/feeds', {});
  return (
    <ul>
      {items?.map(({ _id, text, isLocked, files }) => (
        <li key={_id}>
          {text} {isLocked ? 'locked' : 'open'} {files[0]?.url ?? 'no address'}
        </li>
      ))}
      {items && !hasMore ? <li>The end</li> : null}
    </ul>
  );
}

function open(query = '', panel = <Posts />) {
  mockEndpoint('GET /performers/:id', profile);
  mockEndpoint('GET /user/feeds', {
    data: [
      ownPost({ _id: 'a', text: 'For all', audience: 'public', files: [{ ...storedFile(), alt: 'A lamp' }] }),
      ownPost({ _id: 'b', text: 'For followers', audience: 'followers', files: [{ ...storedFile(), alt: 'A lamp' }] }),
      ownPost({ _id: 'c', text: 'For subscribers', audience: 'subscribers', files: [{ ...storedFile(), alt: 'A lamp' }] }),
      ownPost({ _id: 'd', text: 'For money', audience: 'paid', price: 5, files: [{ ...storedFile(), alt: 'A lamp' }] }),
    ],
    total: 4,
    nextCursor: null,
  });
  return renderScreen(
    <ProfileScreen siteUrl="https://site.test" tabs={[{ value: 'feed', label: 'Posts', panel: () => panel }]} ownerTabs={[]} />,
    { user: own, path: `/ada${query}`, query: { profileId: 'ada' } },
  );
}

const postTexts = async () =>
  (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent).filter((text) => text.startsWith('For'));

it.each([
  ['guest', ['open /media/photo.jpg', 'locked no address', 'locked no address', 'locked no address']],
  ['follower', ['open /media/photo.jpg', 'open /media/photo.jpg', 'locked no address', 'locked no address']],
  ['subscriber', ['open /media/photo.jpg', 'open /media/photo.jpg', 'open /media/photo.jpg', 'locked no address']],
])('shows a %s what is open to them and withholds the URLs of the rest', async (viewer, states) => {
  open(`?as=${viewer}`);
  await waitFor(async () => expect(await postTexts()).toHaveLength(4));
  for (const [index, state] of states.entries()) expect((await postTexts())[index]).toContain(state);
  expect(screen.getByText(`Your profile as a ${viewer} sees it`)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Edit profile' })).toBeNull();
});

it('filters paginated lists too', async () => {
  open('?as=guest', <PaginatedPosts />);
  await waitFor(async () => expect(await postTexts()).toHaveLength(4));
  expect((await postTexts()).map((text) => text.includes('locked no address'))).toEqual([false, true, true, true]);
  expect(screen.getByText('The end')).toBeVisible();
});

it("offers the three previews on the owner's page, where nothing is locked", async () => {
  open();
  await waitFor(async () => expect(await postTexts()).toHaveLength(4));
  expect((await postTexts()).every((text) => text.includes('open'))).toBe(true);
  expect(screen.getByRole('link', { name: 'Follower' })).toHaveAttribute('href', '/ada?as=follower');
  expect(screen.getByRole('link', { name: 'Edit profile' })).toBeVisible();
});

it('disables the buttons inside the preview', async () => {
  const { store } = open('?as=guest');
  await userEvent.click(await screen.findByRole('button', { name: /^Tip/ }));
  expect(store.getState().dialogs.tip.performer).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to your profile' })).toHaveAttribute('href', '/ada');
});

it('cuts locked text and leaves other values unchanged', () => {
  const text = 'x'.repeat(200);
  expect(previewAs({ data: [ownPost({ text })], total: 1 }, 'guest')).toMatchObject({
    data: [{ text: 'x'.repeat(120), isCut: true, isLocked: true, unlock: ['subscribe'] }],
    total: 1,
  });
});
