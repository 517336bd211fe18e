/** Players, photo viewer and carousel. jsdom does not play media, so the tests dispatch media events. */
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { photoFile, videoFile } from '../../../tests/kit/fixtures/media-files';
import { AudioPlayer } from './audio-player';
import { LazyAudio } from './lazy-audio';
import { LazyVideo } from './lazy-video';
import { LiveVideo } from '../live/live-video';
import { boxRatioOf, MediaCarousel, viewerPhotos } from './media-carousel';
import { PhotoViewer } from './photo-viewer';
import { VideoPlayer } from './video-player';
import type { VideoPlayerProps } from './video-player';

const media = HTMLMediaElement.prototype;
const paused = new WeakMap<HTMLMediaElement, boolean>();

beforeAll(() => {
  Object.defineProperties(media, {
    load: { configurable: true, value: () => undefined },
  });
  Object.defineProperty(media, 'paused', {
    configurable: true,
    get(this: HTMLMediaElement) {
      return paused.get(this) ?? true;
    },
  });
  Object.defineProperty(media, 'play', {
    configurable: true,
    value(this: HTMLMediaElement) {
      paused.set(this, false);
      this.dispatchEvent(new Event('play'));
      return Promise.resolve();
    },
  });
  Object.defineProperty(media, 'pause', {
    configurable: true,
    value(this: HTMLMediaElement) {
      paused.set(this, true);
      this.dispatchEvent(new Event('pause'));
    },
  });
  Object.defineProperty(media, 'duration', { configurable: true, get: () => 520 });
});

const videoElement = (): HTMLVideoElement => {
  const found = document.querySelector('video');
  if (!found) throw new Error('There is no video.');
  return found;
};

const sources = (version: string) => [
  { type: 'mp4' as const, url: `/media/720.mp4?${version}`, height: 720 },
  { type: 'mp4' as const, url: `/media/360.mp4?${version}`, height: 360 },
];

const player = (changes: Partial<VideoPlayerProps> = {}) => (
  <VideoPlayer sources={sources('1')} poster="/media/poster.webp" title="Rain" {...changes} />
);

describe('the video player', () => {
  it('loads nothing before it is started', async () => {
    render(player());
    expect(videoElement()).not.toHaveAttribute('src');
    await userEvent.click(screen.getByRole('button', { name: 'Play Rain' }));
    expect(videoElement()).toHaveAttribute('src', '/media/720.mp4?1');
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeInTheDocument();
  });

  it('starts at the given position', () => {
    render(player({ startAt_s: 65, autoPlay: true }));
    fireEvent.loadedMetadata(videoElement());
    expect(videoElement().currentTime).toBe(65);
  });

  it('has keyboard shortcuts for play, seek, sound and speed', async () => {
    render(player({ autoPlay: true }));
    const region = screen.getByRole('region', { name: 'Video: Rain' });
    videoElement().currentTime = 100;
    fireEvent.keyDown(region, { key: 'ArrowRight' });
    expect(videoElement().currentTime).toBe(105);
    fireEvent.keyDown(region, { key: 'j' });
    expect(videoElement().currentTime).toBe(95);
    fireEvent.keyDown(region, { key: '5' });
    expect(videoElement().currentTime).toBe(260);
    fireEvent.keyDown(region, { key: 'k' });
    expect(videoElement().paused).toBe(true);
    fireEvent.keyDown(region, { key: 'm' });
    expect(videoElement().muted).toBe(true);
    fireEvent.keyDown(region, { key: '>' });
    expect(videoElement().playbackRate).toBe(1.25);
  });

  it('ignores relative seeks while the duration is unknown', () => {
    render(player({ autoPlay: true }));
    Object.defineProperty(videoElement(), 'duration', { value: NaN });
    videoElement().currentTime = 7;
    const region = screen.getByRole('region', { name: 'Video: Rain' });
    for (const key of ['5', 'End']) fireEvent.keyDown(region, { key });
    expect(videoElement().currentTime).toBe(7);
  });

  it('ignores keys with a modifier', () => {
    render(player({ autoPlay: true }));
    fireEvent.keyDown(screen.getByRole('region', { name: 'Video: Rain' }), { key: 'l', ctrlKey: true });
    expect(videoElement().currentTime).toBe(0);
  });

  it('changes the quality and keeps the position', async () => {
    render(player({ autoPlay: true }));
    videoElement().currentTime = 40;
    await userEvent.click(screen.getByRole('button', { name: 'Video settings' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Quality' }), '360p');
    expect(videoElement()).toHaveAttribute('src', '/media/360.mp4?1');
    videoElement().currentTime = 0;
    fireEvent.loadedMetadata(videoElement());
    expect(videoElement().currentTime).toBe(40);
  });

  it('changes the speed', async () => {
    render(player({ autoPlay: true }));
    await userEvent.click(screen.getByRole('button', { name: 'Video settings' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), '1.5×');
    expect(videoElement().playbackRate).toBe(1.5);
  });

  it('renews expired links and keeps the position', async () => {
    function Page() {
      const [version, setVersion] = useState('1');
      return player({
        sources: sources(version),
        autoPlay: true,
        onExpired: async () => setVersion('2'),
      });
    }
    render(<Page />);
    videoElement().currentTime = 77;
    fireEvent.error(videoElement());
    await waitFor(() => expect(videoElement()).toHaveAttribute('src', '/media/720.mp4?2'));
    videoElement().currentTime = 0;
    fireEvent.loadedMetadata(videoElement());
    expect(videoElement().currentTime).toBe(77);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('keeps the old links while they work', () => {
    const { rerender } = render(player({ autoPlay: true }));
    rerender(player({ autoPlay: true, sources: sources('2') }));
    expect(videoElement()).toHaveAttribute('src', '/media/720.mp4?1');
  });

  it('shows an error, and retries', async () => {
    const renewals: string[] = [];
    render(
      player({
        autoPlay: true,
        onExpired: async () => {
          renewals.push('renewal');
        },
      }),
    );
    fireEvent.error(videoElement());
    expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t play this video.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(renewals).toHaveLength(1);
  });

  it('reports the position', () => {
    const positions: number[] = [];
    render(player({ autoPlay: true, onTime: (time_s) => positions.push(time_s) }));
    videoElement().currentTime = 12;
    fireEvent.timeUpdate(videoElement());
    expect(positions).toEqual([12]);
  });
});

describe('a video on a page', () => {
  it('shows poster and duration, and loads the player when it is pressed', async () => {
    render(<LazyVideo file={videoFile()} title="Rain" />);
    expect(screen.getByText('08:40')).toBeInTheDocument();
    expect(document.querySelector('video')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Play Rain' }));
    await waitFor(() => expect(screen.getByRole('region', { name: 'Video: Rain' })).toHaveFocus());
  });

  it('shows the processing progress, and why it failed', () => {
    const { rerender } = render(<LazyVideo file={videoFile({ sources: [], status: 'processing', progress: 40 })} title="Rain" />);
    expect(screen.getByRole('status')).toHaveTextContent('Processing 40%');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    rerender(<LazyVideo file={videoFile({ sources: [], status: 'error', failure: 'It holds no picture.' })} title="Rain" />);
    expect(screen.getByRole('status')).toHaveTextContent('It holds no picture.');
  });
});

describe('the audio player', () => {
  it('plays, and uses a new link after the old one failed', async () => {
    function Page() {
      const [source, setSource] = useState('/media/a.m4a?1');
      return <AudioPlayer source={source} title="Sea" duration_s={90} onExpired={async () => setSource('/media/a.m4a?2')} />;
    }
    render(<Page />);
    expect(screen.getByText('0:00 / 1:30')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Play Sea' }));
    const audio = document.querySelector('audio') as HTMLAudioElement;
    expect(audio.paused).toBe(false);
    fireEvent.error(audio);
    await waitFor(() => expect(audio).toHaveAttribute('src', '/media/a.m4a?2'));
  });
});

describe('an audio file on a page', () => {
  it('shows its duration; a press loads the player, which starts and has the focus', async () => {
    render(<LazyAudio source="/media/a.m4a" title="Sea" duration_s={90} />);
    expect(screen.getByText('0:00 / 1:30')).toBeInTheDocument();
    expect(document.querySelector('audio')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Play Sea' }));
    expect(await screen.findByRole('button', { name: 'Turn sound off' })).toBeInTheDocument();
    expect((document.querySelector('audio') as HTMLAudioElement).paused).toBe(false);
    expect(screen.getByRole('button', { name: /^(Play|Pause) Sea$/ })).toHaveFocus();
  });
});

const photos = [1, 2, 3].map((number) => ({ src: `/media/${number}.webp`, alt: `Photo ${number}`, width: 800, height: 1000 }));

function Viewer({ onClose = () => undefined }: { onClose?: () => void }) {
  const [index, setIndex] = useState(0);
  return <PhotoViewer photos={photos} index={index} onIndexChange={setIndex} onClose={onClose} />;
}

describe('the photo viewer', () => {
  it('navigates by buttons and arrows and stops at the ends', async () => {
    render(<Viewer />);
    expect(screen.getByRole('dialog', { name: 'Photo 1 of 3' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Previous photo' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Next photo' }));
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowRight' });
    expect(screen.getByRole('img', { name: 'Photo 3' })).toHaveAttribute('src', '/media/3.webp');
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowRight' });
    expect(screen.getByRole('dialog', { name: 'Photo 3 of 3' })).toBeInTheDocument();
  });

  it('reverses the arrow keys in right-to-left languages', () => {
    const globals = globalThis as { viewerLocale?: () => { language: string } };
    globals.viewerLocale = () => ({ language: 'ar' });
    try {
      render(<Viewer />);
      fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowRight' });
      expect(screen.getByRole('dialog', { name: 'Photo 1 of 3' })).toBeInTheDocument();
      fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowLeft' });
      expect(screen.getByRole('dialog', { name: 'Photo 2 of 3' })).toBeInTheDocument();
    } finally {
      delete globals.viewerLocale;
    }
  });

  it('navigates by swipe, and pans instead while zoomed', async () => {
    render(<Viewer />);
    const swipe = () =>
      userEvent.pointer([
        { keys: '[TouchA>]', target: screen.getByRole('img', { name: /Photo/ }), coords: { clientX: 200, clientY: 10 } },
        { pointerName: 'TouchA', coords: { clientX: 80, clientY: 10 } },
        { keys: '[/TouchA]', coords: { clientX: 80, clientY: 10 } },
      ]);
    await swipe();
    expect(screen.getByRole('dialog', { name: 'Photo 2 of 3' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
    await swipe();
    expect(screen.getByRole('dialog', { name: 'Photo 2 of 3' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Zoom out' }));
    expect(screen.getByRole('button', { name: 'Zoom out' })).toBeDisabled();
  });

  it('closes on the cancel event', () => {
    const done: string[] = [];
    render(<Viewer onClose={() => done.push('closed')} />);
    act(() => void screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true })));
    expect(done).toEqual(['closed']);
  });
});

describe('the carousel', () => {
  it('opens the pressed photo by its index among the photos', async () => {
    const opened: number[] = [];
    const files = [photoFile(), videoFile(), photoFile()];
    render(<MediaCarousel files={files} title="Sea" onOpen={(index) => opened.push(index)} />);
    expect(screen.getByRole('group', { name: 'Sea, 3 files' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Open Sea, 3 of 3' }));
    expect(opened).toEqual([1]);
    expect(viewerPhotos(files, 'Sea').map(({ alt }) => alt)).toEqual(['Sea, photo 1', 'Sea, photo 2']);
  });

  it('limits the aspect ratio of its box', () => {
    expect(boxRatioOf({ width: 300, height: 3000 })).toBe(0.8);
    expect(boxRatioOf({ width: 3000, height: 300 })).toBe(16 / 9);
    expect(boxRatioOf({ width: null, height: null })).toBe(1);
  });
});

describe('a live video', () => {
  it('stays unmuted when another stream interrupts it before it plays', async () => {
    let interrupt: (reason: Error) => void = () => undefined;
    const spy = jest.spyOn(HTMLMediaElement.prototype, 'play');
    spy.mockImplementationOnce(() => new Promise((_, fail) => (interrupt = fail)));
    const first = {} as MediaStream;
    const { rerender } = render(<LiveVideo stream={first} label="Picture of Ada" />);
    rerender(<LiveVideo stream={{} as MediaStream} label="Picture of Ada" />);
    await act(async () => interrupt(new DOMException('A new load has begun.', 'AbortError')));
    expect(screen.queryByRole('button', { name: 'Turn sound on' })).not.toBeInTheDocument();
    expect(videoElement().muted).toBe(false);
    spy.mockRestore();
  });

  it('plays muted where the browser blocks sound, and offers a button', async () => {
    const blocked = () => Promise.reject(new DOMException('Touch me.', 'NotAllowedError'));
    const spy = jest.spyOn(HTMLMediaElement.prototype, 'play').mockImplementationOnce(blocked);
    render(<LiveVideo stream={{} as MediaStream} label="Picture of Ada" />);
    await userEvent.click(await screen.findByRole('button', { name: 'Turn sound on' }));
    expect(videoElement().muted).toBe(false);
    spy.mockRestore();
  });
});
