/** The video of a show with its sound, and a message while there is none. */
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useWatching } from '@web/realtime/use-live-connection';
import type { WatchState } from '@web/realtime/use-live-connection';
import { Button, IconButton } from '@web/ui/actions/button';
import { cx } from '@web/ui/core/cx';
import { FullScreenIcon, MutedIcon, PictureInPictureIcon, SmallScreenIcon, SoundIcon, ZoomInIcon, ZoomOutIcon } from '@web/ui/icons/icons';
import { Countdown } from '@web/ui/display/times';
import { useBrowser } from '@web/ui/core/use-browser';
import { hasPictureInPicture, togglePictureInPicture, useFullScreen } from '@web/ui/media/use-full-screen';
import type { Stream } from '../store/show';
import { useShowPresence } from '../store/use-presence';
import styles from './watch.module.css';

interface SavingNavigator extends Navigator {
  connection?: { saveData?: boolean };
}
const prefersReducedData = (): boolean => (navigator as SavingNavigator).connection?.saveData === true;

const supportsWebRtc = (): boolean => typeof RTCPeerConnection !== 'undefined';

interface WatchStageProps {
  stream: Stream;
  /** Called when the engine no longer accepts the viewer: the show is reloaded. */
  onRefused: () => void;
}

/** Keyed by session: each session of a show has its own room. */
export function WatchStage({ stream, onRefused }: WatchStageProps) {
  const { _id: streamId, title, performer } = stream;
  useShowPresence(streamId);
  const stageRef = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const isDataSaverOn = useBrowser(prefersReducedData, false);
  const isSupported = useBrowser<boolean | null>(supportsWebRtc, null);
  const [isRequested, setRequested] = useState(false);
  const shouldPlay = isRequested || !isDataSaverOn;
  const [isMuted, setMuted] = useState(true);
  const [fills, setFills] = useState(false);
  const { connection, state, retry } = useWatching(shouldPlay && isSupported === true ? streamId : null);
  const media = connection?.stream ?? null;
  const fullScreen = useFullScreen(stageRef, video);

  useEffect(() => {
    if (video.current) video.current.srcObject = media;
  }, [media]);
  useEffect(() => {
    if (state === 'refused') onRefused();
  }, [state, onRefused]);
  const toggleSound = () => {
    const { current } = video;
    if (!current) return;
    current.muted = !isMuted;
    setMuted(!isMuted);
    // A tap starts playback where the browser blocked autoplay.
    void current.play().catch(() => undefined);
  };
  const isShown = state === 'connected' && stream.isStreaming;
  return (
    <div ref={stageRef} className={styles.stage} role="region" aria-label={`Live video of ${performer.name}: ${title}`}>
      <video ref={video} className={cx(styles.video, fills && styles.fills)} autoPlay playsInline muted={isMuted} />
      {shouldPlay ? (
        <StageNotice stream={stream} state={isSupported === false ? 'unsupported' : state} onRetry={retry} />
      ) : (
        <div className={styles.veil}>
          <p>Data saver is on.</p>
          <Button kind="primary" onPress={() => setRequested(true)}>
            Play video
          </Button>
        </div>
      )}
      {isShown && isMuted ? (
        <button type="button" className={styles.soundHint} onClick={toggleSound}>
          <MutedIcon /> Turn sound on
        </button>
      ) : null}
      <StageControls
        video={video}
        fullScreen={fullScreen}
        isMuted={isMuted}
        onSound={toggleSound}
        fills={fills}
        onFills={() => setFills(!fills)}
      />
    </div>
  );
}

interface StageControlsProps {
  video: RefObject<HTMLVideoElement | null>;
  fullScreen: ReturnType<typeof useFullScreen>;
  isMuted: boolean;
  onSound: () => void;
  fills: boolean;
  onFills: () => void;
}

function StageControls({ video, fullScreen, isMuted, onSound, fills, onFills }: StageControlsProps) {
  const supportsPictureInPicture = useBrowser(hasPictureInPicture, false);
  return (
    <div className={styles.controls}>
      {isMuted ? null : <IconButton label="Turn sound off" icon={<SoundIcon />} onPress={onSound} />}
      <IconButton label={fills ? 'Fit to screen' : 'Zoom to fill'} icon={fills ? <ZoomOutIcon /> : <ZoomInIcon />} onPress={onFills} />
      {supportsPictureInPicture ? (
        <IconButton label="Picture in picture" icon={<PictureInPictureIcon />} onPress={() => togglePictureInPicture(video.current)} />
      ) : null}
      <IconButton
        label={fullScreen.isOn ? 'Exit full screen' : 'Full screen'}
        icon={fullScreen.isOn ? <SmallScreenIcon /> : <FullScreenIcon />}
        onPress={fullScreen.toggle}
      />
    </div>
  );
}

/** Why there is no video; nothing while there is one. */
function StageNotice({ stream, state, onRetry }: { stream: Stream; state: WatchState | 'unsupported'; onRetry: () => void }) {
  const { performer, isPaused, status, endsAt } = stream;
  if (state === 'unsupported') return <Overlay>This browser can’t play live video. Update it to watch. Chat still works.</Overlay>;
  if (isPaused) return <Overlay>{performer.name} is in a private show. This stream continues afterward.</Overlay>;
  if (status === 'reconnecting')
    return (
      <Overlay>
        {performer.name} is reconnecting…{' '}
        {endsAt === null ? null : (
          <>
            The stream stays open for <Countdown until={endsAt} label="Time until the stream ends" />
          </>
        )}
      </Overlay>
    );
  if (status === 'idle') return <Overlay>The stream is about to start.</Overlay>;
  if (state === 'connecting') return <Overlay isBusy>Connecting…</Overlay>;
  if (state === 'reconnecting') return <Overlay isBusy>Reconnecting…</Overlay>;
  if (state === 'no_path')
    return (
      <VideoError onRetry={onRetry}>Your network blocks live video. Switch networks or turn off your VPN. Chat still works.</VideoError>
    );
  if (state === 'away')
    return <VideoError onRetry={onRetry}>Live video isn’t available right now. We’re retrying. Chat still works.</VideoError>;
  if (state === 'failed' || state === 'replaced')
    return <VideoError onRetry={onRetry}>Video isn’t available right now. Try again.</VideoError>;
  return null;
}

function VideoError({ onRetry, children }: { onRetry: () => void; children: React.ReactNode }) {
  return (
    <div className={styles.veil} role="alert">
      <p>{children}</p>
      <Button kind="primary" onPress={onRetry}>
        Try again
      </Button>
    </div>
  );
}

function Overlay({ children, isBusy = false }: { children: React.ReactNode; isBusy?: boolean }) {
  return (
    <div className={styles.veil} role="status">
      {isBusy ? <span className={styles.waiting} aria-hidden="true" /> : null}
      <p>{children}</p>
    </div>
  );
}
