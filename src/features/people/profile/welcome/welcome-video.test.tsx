/** A welcome video greets once per browser session, and never again when dismissed permanently. */
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { videoFile } from '../../../../../tests/kit/fixtures/media-files';
import { startFakeHost } from '../../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { WelcomeVideo } from './welcome-video';

startFakeHost();

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

it('autoplays muted', async () => {
  show();
  await screen.findByRole('region', { name: 'Video: welcome from Ada' });
  expect((document.querySelector('video') as HTMLVideoElement).muted).toBe(true);
});

it('closes when it has ended and does not come back in this session', async () => {
  const { unmount } = show();
  await screen.findByRole('region', { name: 'Video: welcome from Ada' });
  fireEvent.ended(document.querySelector('video') as HTMLVideoElement);
  expect(greeting()).toBeNull();
  unmount();
  show();
  expect(greeting()).toBeNull();
});

it('comes back in the next session when it was only closed, and not when dismissed permanently', async () => {
  const first = show();
  await userEvent.click(screen.getByRole('button', { name: 'Close welcome video' }));
  first.unmount();
  sessionStorage.clear();
  const second = show();
  await userEvent.click(screen.getByRole('button', { name: 'Don’t show again' }));
  second.unmount();
  sessionStorage.clear();
  show();
  expect(greeting()).toBeNull();
});
