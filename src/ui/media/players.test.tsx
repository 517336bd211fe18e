/** Players, the viewer and the carousel, as those use them who watch. jsdom plays nothing: its elements are told what happened. */
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { photoFile, videoFile } from '../../../tests/kit/answers/media-files';
import { AudioPlayer } from './audio-player';
import { LazySound } from './lazy-sound';
import { LazyVideo } from './lazy-video';
import { LivePicture } from '../live/live-picture';
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

const film = (): HTMLVideoElement => {
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
  it('loads nothing before it is started, and then plays', async () => {
    render(player());
    expect(film()).not.toHaveAttribute('src');
    await userEvent.click(screen.getByRole('button', { name: 'Play Rain' }));
    expect(film()).toHaveAttribute('src', '/media/720.mp4?1');
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeInTheDocument();
  });

  it('begins where it was left', () => {
    render(player({ startAt_s: 65, autoPlay: true }));
    fireEvent.loadedMetadata(film());
    expect(film().currentTime).toBe(65);
  });

  it('answers keys: play, seek, sound, speed', async () => {
    render(player({ autoPlay: true }));
    const region = screen.getByRole('region', { name: 'Video: Rain' });
    film().currentTime = 100;
    fireEvent.keyDown(region, { key: 'ArrowRight' });
    expect(film().currentTime).toBe(105);
    fireEvent.keyDown(region, { key: 'j' });
    expect(film().currentTime).toBe(95);
    fireEvent.keyDown(region, { key: '5' });
    expect(film().currentTime).toBe(260);
    fireEvent.keyDown(region, { key: 'k' });
    expect(film().paused).toBe(true);
    fireEvent.keyDown(region, { key: 'm' });
    expect(film().muted).toBe(true);
    fireEvent.keyDown(region, { key: '>' });
    expect(film().playbackRate).toBe(1.25);
  });

  it('stays where it is when a key asks for a part of a length that nobody knows yet', () => {
    render(player({ autoPlay: true }));
    Object.defineProperty(film(), 'duration', { value: NaN });
    film().currentTime = 7;
    const region = screen.getByRole('region', { name: 'Video: Rain' });
    for (const key of ['5', 'End']) fireEvent.keyDown(region, { key });
    expect(film().currentTime).toBe(7);
  });

  it('leaves keys with a modifier to the browser', () => {
    render(player({ autoPlay: true }));
    fireEvent.keyDown(screen.getByRole('region', { name: 'Video: Rain' }), { key: 'l', ctrlKey: true });
    expect(film().currentTime).toBe(0);
  });

  it('offers the heights there are and goes on at the same place in another', async () => {
    render(player({ autoPlay: true }));
    film().currentTime = 40;
    await userEvent.click(screen.getByRole('button', { name: 'Video settings' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Quality' }), '360p');
    expect(film()).toHaveAttribute('src', '/media/360.mp4?1');
    film().currentTime = 0;
    fireEvent.loadedMetadata(film());
    expect(film().currentTime).toBe(40);
  });

  it('changes the speed', async () => {
    render(player({ autoPlay: true }));
    await userEvent.click(screen.getByRole('button', { name: 'Video settings' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), '1.5×');
    expect(film().playbackRate).toBe(1.5);
  });

  it('renews links that have expired in silence, at the place that was reached', async () => {
    function Page() {
      const [version, setVersion] = useState('1');
      return player({
        sources: sources(version),
        autoPlay: true,
        onExpired: async () => setVersion('2'),
      });
    }
    render(<Page />);
    film().currentTime = 77;
    fireEvent.error(film());
    await waitFor(() => expect(film()).toHaveAttribute('src', '/media/720.mp4?2'));
    film().currentTime = 0;
    fireEvent.loadedMetadata(film());
    expect(film().currentTime).toBe(77);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('is not interrupted by new links while the old ones play', () => {
    const { rerender } = render(player({ autoPlay: true }));
    rerender(player({ autoPlay: true, sources: sources('2') }));
    expect(film()).toHaveAttribute('src', '/media/720.mp4?1');
  });

  it('says when it cannot be played, and tries again', async () => {
    const asked: string[] = [];
    render(
      player({
        autoPlay: true,
        onExpired: async () => {
          asked.push('asked');
        },
      }),
    );
    fireEvent.error(film());
    expect(await screen.findByRole('alert')).toHaveTextContent('This video cannot be played right now.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(asked).toHaveLength(1);
  });

  it('tells the place that was reached', () => {
    const told: number[] = [];
    render(player({ autoPlay: true, onTime: (time_s) => told.push(time_s) }));
    film().currentTime = 12;
    fireEvent.timeUpdate(film());
    expect(told).toEqual([12]);
  });
});

describe('a video on a page', () => {
  it('shows its first picture and length, and brings the player when it is pressed', async () => {
    render(<LazyVideo file={videoFile()} title="Rain" />);
    expect(screen.getByText('08:40')).toBeInTheDocument();
    expect(document.querySelector('video')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Play Rain' }));
    expect(await screen.findByRole('region', { name: 'Video: Rain' })).toHaveFocus();
  });

  it('says how far it is while it is made ready, and why it failed', () => {
    const { rerender } = render(<LazyVideo file={videoFile({ sources: [], status: 'processing', progress: 40 })} title="Rain" />);
    expect(screen.getByRole('status')).toHaveTextContent('Processing 40 %');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    rerender(<LazyVideo file={videoFile({ sources: [], status: 'error', failure: 'It holds no picture.' })} title="Rain" />);
    expect(screen.getByRole('status')).toHaveTextContent('It holds no picture.');
  });
});

describe('the audio player', () => {
  it('plays, and takes up a new link after the old one failed', async () => {
    function Page() {
      const [source, setSource] = useState('/media/a.m4a?1');
      return <AudioPlayer source={source} title="Sea" duration_s={90} onExpired={async () => setSource('/media/a.m4a?2')} />;
    }
    render(<Page />);
    expect(screen.getByText('0:00 / 1:30')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Play Sea' }));
    const sound = document.querySelector('audio') as HTMLAudioElement;
    expect(sound.paused).toBe(false);
    fireEvent.error(sound);
    await waitFor(() => expect(sound).toHaveAttribute('src', '/media/a.m4a?2'));
  });
});

describe('a sound on a page', () => {
  it('shows its length, and brings the player when it is pressed: it begins at once and keeps the focus', async () => {
    render(<LazySound source="/media/a.m4a" title="Sea" duration_s={90} />);
    expect(screen.getByText('0:00 / 1:30')).toBeInTheDocument();
    expect(document.querySelector('audio')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Play Sea' }));
    expect(await screen.findByRole('button', { name: 'Sound off' })).toBeInTheDocument();
    expect((document.querySelector('audio') as HTMLAudioElement).paused).toBe(false);
    expect(screen.getByRole('button', { name: /^(Play|Pause) Sea$/ })).toHaveFocus();
  });
});

const photos = [1, 2, 3].map((number) => ({ src: `/media/${number}.webp`, alt: `Photo ${number}`, width: 800, height: 1000 }));

function Viewer({ onClose = () => undefined }: { onClose?: () => void }) {
  const [index, setIndex] = useState(0);
  return <PhotoViewer photos={photos} index={index} onIndex={setIndex} onClose={onClose} />;
}

describe('the photo viewer', () => {
  it('walks by buttons and arrows and stops at the ends', async () => {
    render(<Viewer />);
    expect(screen.getByRole('dialog', { name: 'Photo 1 of 3' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Previous photo' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Next photo' }));
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowRight' });
    expect(screen.getByRole('img', { name: 'Photo 3' })).toHaveAttribute('src', '/media/3.webp');
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowRight' });
    expect(screen.getByRole('dialog', { name: 'Photo 3 of 3' })).toBeInTheDocument();
  });

  it('goes on to the left where the page is written from the right', () => {
    const world = globalThis as { siteReader?: () => { language: string } };
    world.siteReader = () => ({ language: 'ar' });
    try {
      render(<Viewer />);
      fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowRight' });
      expect(screen.getByRole('dialog', { name: 'Photo 1 of 3' })).toBeInTheDocument();
      fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowLeft' });
      expect(screen.getByRole('dialog', { name: 'Photo 2 of 3' })).toBeInTheDocument();
    } finally {
      delete world.siteReader;
    }
  });

  it('goes on by a swipe, and moves the picture instead while it is enlarged', async () => {
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

  it('closes when the browser asks it to', () => {
    const done: string[] = [];
    render(<Viewer onClose={() => done.push('closed')} />);
    act(() => void screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true })));
    expect(done).toEqual(['closed']);
  });
});

describe('the carousel', () => {
  it('opens the photo that was pressed, counted among the photos', async () => {
    const opened: number[] = [];
    const files = [photoFile(), videoFile(), photoFile()];
    render(<MediaCarousel files={files} title="Sea" onOpen={(index) => opened.push(index)} />);
    expect(screen.getByRole('group', { name: 'Sea, 3 parts' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Open Sea, 3 of 3' }));
    expect(opened).toEqual([1]);
    expect(viewerPhotos(files, 'Sea').map(({ alt }) => alt)).toEqual(['Sea, photo 1', 'Sea, photo 2']);
  });

  it('keeps its box within the limits of posts', () => {
    expect(boxRatioOf({ width: 300, height: 3000 })).toBe(0.8);
    expect(boxRatioOf({ width: 3000, height: 300 })).toBe(16 / 9);
    expect(boxRatioOf({ width: null, height: null })).toBe(1);
  });
});

describe('a live picture', () => {
  it('keeps its sound when another picture takes its place before it plays', async () => {
    let interrupt: (reason: Error) => void = () => undefined;
    const spy = jest.spyOn(HTMLMediaElement.prototype, 'play');
    spy.mockImplementationOnce(() => new Promise((_, fail) => (interrupt = fail)));
    const first = {} as MediaStream;
    const { rerender } = render(<LivePicture stream={first} label="Picture of Ada" />);
    rerender(<LivePicture stream={{} as MediaStream} label="Picture of Ada" />);
    await act(async () => interrupt(new DOMException('A new load has begun.', 'AbortError')));
    expect(screen.queryByRole('button', { name: 'Sound on' })).not.toBeInTheDocument();
    expect(film().muted).toBe(false);
    spy.mockRestore();
  });

  it('plays silently where the browser wants a touch first, and offers one', async () => {
    const refused = () => Promise.reject(new DOMException('Touch me.', 'NotAllowedError'));
    const spy = jest.spyOn(HTMLMediaElement.prototype, 'play').mockImplementationOnce(refused);
    render(<LivePicture stream={{} as MediaStream} label="Picture of Ada" />);
    await userEvent.click(await screen.findByRole('button', { name: 'Sound on' }));
    expect(film().muted).toBe(false);
    spy.mockRestore();
  });
});
