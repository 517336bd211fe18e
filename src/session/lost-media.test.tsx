/** Images after the browser has lost the media cookie: held by the inline script, and reloaded once the server has set it again. */
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import Cookies from 'js-cookie';
import { lostMediaScript } from '@web/lib/media-recovery';
import { setApiUrl } from '@web/services/api';
import { startSagas } from '@web/shell/store/root-saga';
import { makeStore } from '@web/shell/store/store';
import { MediaBox } from '@web/ui/media/media-box';
import { fan } from '../../tests/kit/fixtures/accounts';
import { fakeSagaContext } from '../../tests/kit/screens/fake-saga-context';
import { mockEndpoint, mockNetworkError, startFakeHost, fakeHostUrl } from '../../tests/kit/screens/fake-host';
import { firstSettings } from './store/first-settings';
import { storeToken } from '@web/services/token';

startFakeHost();
beforeAll(() => {
  expect(startSagas).toBeDefined();
  // As rendered in pages of signed-in people.
  const script = document.createElement('script');
  script.textContent = lostMediaScript;
  document.head.append(script);
});
afterEach(() => Cookies.remove('token'));

const mediaUrl = (name: string) => `${fakeHostUrl}/media/${name}/small?expires=1&viewer=finn&signature=s`;

/** A browser with its store, signed in. */
function open() {
  const { gate } = makeStore({ user: fan(), settings: firstSettings });
  setApiUrl(fakeHostUrl);
  storeToken('present-token', true);
  gate.open(fakeSagaContext());
  gate.wake();
}
const show = (...names: string[]) =>
  render(
    <>
      {names.map((name) => (
        <MediaBox key={name} src={mediaUrl(name)} alt={name} ratio={1} />
      ))}
    </>,
  );
const failImage = (name: string) => fireEvent.error(screen.getByAltText(name));
const srcOf = (name: string) => screen.getByAltText(name).getAttribute('src');

test('failed images are reloaded after one request for the account, and are broken after a second failure', async () => {
  const requests = mockEndpoint('GET /users/me', fan());
  show('a', 'b');
  // Fails before any other script runs.
  failImage('a');
  expect(srcOf('a')).toBeNull();
  open();
  await waitFor(() => expect(srcOf('a')).toBe(mediaUrl('a')));
  failImage('b');
  await waitFor(() => expect(srcOf('b')).toBe(mediaUrl('b')));
  expect(requests).toHaveLength(1);
  failImage('b');
  expect(srcOf('b')).toBe('/images/leaf.svg');
  expect(srcOf('a')).toBe(mediaUrl('a'));
});

test('images of guests and public images are broken immediately', () => {
  const [guestImage, publicImage] = [`${fakeHostUrl}/media/c/small?expires=1&viewer=guest&signature=s`, `${fakeHostUrl}/media/d/full`];
  render(
    <>
      <MediaBox src={guestImage} alt="c" ratio={1} />
      <MediaBox src={publicImage} alt="d" ratio={1} />
    </>,
  );
  failImage('c');
  failImage('d');
  expect([srcOf('c'), srcOf('d')]).toEqual(['/images/leaf.svg', '/images/leaf.svg']);
});

test('images are broken when the server cannot be reached', async () => {
  mockNetworkError('GET /users/me');
  open();
  show('e');
  failImage('e');
  await waitFor(() => expect(srcOf('e')).toBe(mediaUrl('e')));
  act(() => void failImage('e'));
  expect(srcOf('e')).toBe('/images/leaf.svg');
});
