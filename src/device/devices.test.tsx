/** Camera and microphone: the last choice wins, and all tracks are stopped after unmount. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeTrack } from '../../tests/kit/screens/fake-rtc';
import { startLivePage } from '../../tests/kit/screens/live-page';
import { renderScreen } from '../../tests/kit/screens/render';
import { useDevices } from './use-devices';

startLivePage();

function Cameras() {
  const { state, tracks, offered, choose } = useDevices(true);
  return (
    <>
      <p>{state === 'ready' ? `Takes ${tracks.video?.label ?? 'nothing'}` : state}</p>
      {offered.video.map(({ value, label }) => (
        <button key={value} onClick={() => void choose('video', value)}>
          {label}
        </button>
      ))}
    </>
  );
}

/** Delays all later calls of `getUserMedia`. `resolveCall(n)` lets the nth of them continue, from 0. */
function delayDevices() {
  const { mediaDevices } = navigator;
  const original = mediaDevices.getUserMedia.bind(mediaDevices);
  const tracks: FakeTrack[] = [];
  const pendingCalls: (() => void)[] = [];
  mediaDevices.getUserMedia = async (constraints) => {
    await new Promise<void>((resolve) => pendingCalls.push(resolve));
    const stream = await original(constraints);
    tracks.push(...(stream.getTracks() as unknown as FakeTrack[]));
    return stream;
  };
  const resolveCall = (index: number) => act(async () => pendingCalls[index]?.());
  return { tracks, resolveCall };
}

it('stops a camera that opens after unmount', async () => {
  const { rerender } = renderScreen(<Cameras />);
  await userEvent.click(await screen.findByRole('button', { name: 'Front camera' }));
  const { tracks, resolveCall } = delayDevices();
  await userEvent.click(screen.getByRole('button', { name: 'Back camera' }));
  rerender(<p>Elsewhere</p>);
  await resolveCall(0);
  await waitFor(() => expect(tracks.map(({ isStopped }) => isStopped)).toEqual([true]));
});

it('uses the camera that was chosen last, whichever opens first', async () => {
  renderScreen(<Cameras />);
  await screen.findByText('Takes Front camera');
  await screen.findByRole('button', { name: 'Back camera' });
  const { tracks, resolveCall } = delayDevices();
  await userEvent.click(screen.getByRole('button', { name: 'Front camera' }));
  await userEvent.click(screen.getByRole('button', { name: 'Back camera' }));
  await resolveCall(1);
  expect(await screen.findByText('Takes Back camera')).toBeInTheDocument();
  await resolveCall(0);
  await waitFor(() => expect(tracks).toHaveLength(2));
  expect(screen.getByText('Takes Back camera')).toBeInTheDocument();
  expect(tracks.map(({ isStopped }) => isStopped)).toEqual([false, true]);
});
