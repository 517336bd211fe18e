/** A welcome greets once in a visit, and never again where it is told so. */
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { videoFile } from '../../../../../tests/kit/answers/media-files';
import { startTestHost } from '../../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { WelcomeVideo } from './welcome-video';

startTestHost();

beforeAll(() => {
  Object.defineProperty(HTMLMediaElement.prototype, 'play', { configurable: true, value: () => Promise.resolve() });
  Object.defineProperty(HTMLMediaElement.prototype, 'load', { configurable: true, value: () => undefined });
});
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const ada = { _id: '0198c0de-0000-7000-8000-000000000003', name: 'Ada' };
const show = () => renderScreen(<WelcomeVideo performer={ada} file={videoFile()} />);
const greeting = () => screen.queryByRole('region', { name: 'Welcome from Ada' });

it('begins by itself, without sound', async () => {
  show();
  await screen.findByRole('region', { name: 'Video: welcome from Ada' });
  expect((document.querySelector('video') as HTMLVideoElement).muted).toBe(true);
});

it('goes when it has ended and does not come back in this visit', async () => {
  const { unmount } = show();
  await screen.findByRole('region', { name: 'Video: welcome from Ada' });
  fireEvent.ended(document.querySelector('video') as HTMLVideoElement);
  expect(greeting()).toBeNull();
  unmount();
  show();
  expect(greeting()).toBeNull();
});

it('comes back in the next visit when it was only closed, and not when it was told to stay away', async () => {
  const first = show();
  await userEvent.click(screen.getByRole('button', { name: 'Close the welcome video' }));
  first.unmount();
  sessionStorage.clear();
  const second = show();
  await userEvent.click(screen.getByRole('button', { name: 'Do not show again' }));
  second.unmount();
  sessionStorage.clear();
  show();
  expect(greeting()).toBeNull();
});
