/** Pictures whose cookie the browser has lost: held by the page's own script, and loaded again once the host has given it anew. */
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import Cookies from 'js-cookie';
import { lostMediaScript } from '@web/lib/media-recovery';
import { reachHostAt } from '@web/services/api';
import { startSagas } from '@web/shell/store/root-saga';
import { makeStore } from '@web/shell/store/store';
import { MediaBox } from '@web/ui/media/media-box';
import { fan } from '../../tests/kit/answers/accounts';
import { fakeWorld } from '../../tests/support/fake-world';
import { answer, cutOff, startTestHost, testHost } from '../../tests/kit/screens/fake-host';
import { firstSettings } from './store/first-settings';
import { storeToken } from '@web/services/token';

startTestHost();
beforeAll(() => {
  expect(startSagas).toBeDefined();
  // As the page of a signed-in person brings it.
  const script = document.createElement('script');
  script.textContent = lostMediaScript;
  document.head.append(script);
});
afterEach(() => Cookies.remove('token'));

const address = (name: string) => `${testHost}/media/${name}/small?expires=1&viewer=finn&signature=s`;

/** A browser with its store, in which somebody is signed in. */
function open() {
  const { gate } = makeStore({ user: fan(), settings: firstSettings });
  reachHostAt(testHost);
  storeToken('present-token', true);
  gate.open(fakeWorld());
  gate.wake();
}
const show = (...names: string[]) =>
  render(
    <>
      {names.map((name) => (
        <MediaBox key={name} src={address(name)} alt={name} ratio={1} />
      ))}
    </>,
  );
const fails = (name: string) => fireEvent.error(screen.getByAltText(name));
const srcOf = (name: string) => screen.getByAltText(name).getAttribute('src');

test('pictures that fail are loaded again after one question for the own account, and broken when they fail once more', async () => {
  const asked = answer('GET /users/me', fan());
  show('a', 'b');
  // Before any other script runs.
  fails('a');
  expect(srcOf('a')).toBeNull();
  open();
  await waitFor(() => expect(srcOf('a')).toBe(address('a')));
  fails('b');
  await waitFor(() => expect(srcOf('b')).toBe(address('b')));
  expect(asked).toHaveLength(1);
  fails('b');
  expect(srcOf('b')).toBe('/images/leaf.svg');
  expect(srcOf('a')).toBe(address('a'));
});

test('pictures of guests and those that need no cookie are broken at once', () => {
  const [guests, open] = [`${testHost}/media/c/small?expires=1&viewer=guest&signature=s`, `${testHost}/media/d/full`];
  render(
    <>
      <MediaBox src={guests} alt="c" ratio={1} />
      <MediaBox src={open} alt="d" ratio={1} />
    </>,
  );
  fails('c');
  fails('d');
  expect([srcOf('c'), srcOf('d')]).toEqual(['/images/leaf.svg', '/images/leaf.svg']);
});

test('a host that is away leaves them broken', async () => {
  cutOff('GET /users/me');
  open();
  show('e');
  fails('e');
  await waitFor(() => expect(srcOf('e')).toBe(address('e')));
  act(() => void fails('e'));
  expect(srcOf('e')).toBe('/images/leaf.svg');
});
