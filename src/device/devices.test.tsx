/** The own camera and microphone: what is chosen last is what is held, and nothing is once its screen has gone. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeTrack } from '../../tests/kit/screens/fake-rtc';
import { startLivePage } from '../../tests/support/live-page';
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

/** From now on the browser takes its time with each question. Answers what lets each of them be answered, in their order. */
function slowDevices() {
  const { mediaDevices } = navigator;
  const atOnce = mediaDevices.getUserMedia.bind(mediaDevices);
  const given: FakeTrack[] = [];
  const waiting: (() => void)[] = [];
  mediaDevices.getUserMedia = async (constraints) => {
    await new Promise<void>((go) => waiting.push(go));
    const stream = await atOnce(constraints);
    given.push(...(stream.getTracks() as unknown as FakeTrack[]));
    return stream;
  };
  const answerTo = (place: number) => act(async () => waiting[place]?.());
  return { given, answerTo };
}

it('lets go of a camera that comes after its screen has gone', async () => {
  const { rerender } = renderScreen(<Cameras />);
  await userEvent.click(await screen.findByRole('button', { name: 'Front camera' }));
  const { given, answerTo } = slowDevices();
  await userEvent.click(screen.getByRole('button', { name: 'Back camera' }));
  rerender(<p>Elsewhere</p>);
  await answerTo(0);
  await waitFor(() => expect(given.map(({ isStopped }) => isStopped)).toEqual([true]));
});

it('takes the camera that was chosen last, whichever comes first', async () => {
  renderScreen(<Cameras />);
  await screen.findByText('Takes Front camera');
  await screen.findByRole('button', { name: 'Back camera' });
  const { given, answerTo } = slowDevices();
  await userEvent.click(screen.getByRole('button', { name: 'Front camera' }));
  await userEvent.click(screen.getByRole('button', { name: 'Back camera' }));
  await answerTo(1);
  expect(await screen.findByText('Takes Back camera')).toBeInTheDocument();
  await answerTo(0);
  await waitFor(() => expect(given).toHaveLength(2));
  expect(screen.getByText('Takes Back camera')).toBeInTheDocument();
  expect(given.map(({ isStopped }) => isStopped)).toEqual([false, true]);
});
