/**
 * The upper part of a video's page: the player if the video is unlocked, else its teaser and then the lock, with the unlock
 * button always visible, and the bar below it. A video that is unlocked while the page is open plays automatically, because the
 * viewer asked for it. It replaces the lock at exactly the same size, so that nothing below moves.
 */
import { useCallback, useRef, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { clockOf } from '@web/lib/i18n/dates';
import { useFreshFile } from '@web/services/use-fresh-file';
import { useAccountId } from '@web/session/store/hooks';
import type { ItemUnlock } from '@web/social/use-unlock-item';
import { Button } from '@web/ui/actions/button';
import { DownloadIcon, PlayIcon } from '@web/ui/icons/icons';
import { LazyVideo } from '@web/ui/media/lazy-video';
import type { MediaFile } from '@web/ui/media/lazy-video';
import { LockedMedia } from '@web/ui/media/locked-media';
import { EmptyState } from '@web/ui/feedback/states';
import { useFullyInView } from '@web/ui/media/use-fully-in-view';
import { pictureOf } from './video-card';
import type { Video } from './video-card';
import { storePosition, storedPosition } from './watch-position';
import styles from './videos.module.css';

interface VideoPlayerAreaProps {
  video: Video;
  lock: Pick<ItemUnlock, 'reason' | 'action'>;
}

export function VideoPlayerArea({ video, lock }: VideoPlayerAreaProps) {
  const [wasLocked, setWasLocked] = useState(video.isLocked);
  if (video.isLocked && !wasLocked) setWasLocked(true);
  if (video.isLocked) return <Locked video={video} lock={lock} />;
  if (video.video === null) return <EmptyState title="No video yet" text="The video file is missing. Check back later." />;
  const { downloadUrl } = video.video;
  return (
    <>
      <Player key={video.video._id} video={video} file={video.video} autoPlay={wasLocked} />
      {downloadUrl ? (
        <InfoBar text="Keep a copy on your device.">
          <Button icon={<DownloadIcon />} href={downloadUrl}>
            Download
          </Button>
        </InfoBar>
      ) : wasLocked ? (
        <InfoBar text="You now have access." />
      ) : null}
    </>
  );
}

/** The bar below the picture; its height is the same before and after unlocking. */
function InfoBar({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={styles.infoBar}>
      <p>{text}</p>
      {children}
    </div>
  );
}

function Locked({ video, lock: { reason, action } }: VideoPlayerAreaProps) {
  const [isTeaserShown, setTeaserShown] = useState(true);
  const { teaser, title } = video;
  const picture = pictureOf(video);
  const hasTeaser = teaser !== null && teaser.sources.length > 0;
  if (!hasTeaser || !isTeaserShown) {
    return (
      <>
        <div className={styles.lock}>
          <LockedMedia
            kind="video"
            blur={picture?.blur ?? null}
            ratio={16 / 9}
            duration_s={video.video?.duration ?? undefined}
            reason={reason}
            action={action}
          />
        </div>
        <InfoBar text="Unlock this video to watch it here.">
          {hasTeaser ? (
            <Button icon={<PlayIcon />} onPress={() => setTeaserShown(true)}>
              Replay teaser
            </Button>
          ) : null}
        </InfoBar>
      </>
    );
  }
  return (
    <>
      <Teaser file={teaser} title={title} onEnded={() => setTeaserShown(false)} />
      <InfoBar text={reason}>
        {action === null ? null : (
          <Button kind="primary" busy={action.busy} onPress={action.onPress}>
            {action.label}
          </Button>
        )}
      </InfoBar>
    </>
  );
}

/** Plays automatically, muted, once it is fully in view. */
function Teaser({ file, title, onEnded }: { file: MediaFile; title: string; onEnded: () => void }) {
  const stage = useRef<HTMLDivElement>(null);
  const isInView = useFullyInView(stage);
  const [fresh, requestFreshFile] = useFreshFile(file);
  return (
    <div ref={stage} className={styles.stage}>
      <LazyVideo
        key={String(isInView)}
        first
        file={fresh}
        title={`teaser for ${title}`}
        muted
        autoPlay={isInView}
        onEnded={onEnded}
        onExpired={requestFreshFile}
      />
    </div>
  );
}

const subscribeToNothing = () => () => undefined;
const saveInterval_s = 5;

interface PlayerProps {
  video: Video;
  file: MediaFile;
  autoPlay: boolean;
}

function Player({ video, file, autoPlay }: PlayerProps) {
  const accountId = useAccountId();
  const [fresh, requestFreshFile] = useFreshFile(file);
  const stored_s = useSyncExternalStore(
    subscribeToNothing,
    () => storedPosition(accountId, video._id),
    () => 0,
  );
  const [isRestarted, setRestarted] = useState(false);
  const [hasStarted, setStarted] = useState(false);
  const saved_s = useRef(0);
  const onTime = useCallback(
    (time_s: number) => {
      setStarted(true);
      if (Math.abs(time_s - saved_s.current) < saveInterval_s) return;
      saved_s.current = time_s;
      storePosition(accountId, video._id, time_s, file.duration);
    },
    [accountId, video._id, file.duration],
  );
  const startAt_s = isRestarted ? 0 : stored_s;
  const picture = pictureOf(video);
  return (
    <>
      <div className={styles.stage}>
        <LazyVideo
          first
          file={fresh}
          title={video.title}
          poster={picture?.thumbnails[0] ?? picture?.thumbnailUrl ?? null}
          startAt_s={startAt_s}
          autoPlay={autoPlay}
          onTime={onTime}
          onEnded={() => storePosition(accountId, video._id, 0, null)}
          onExpired={requestFreshFile}
        />
      </div>
      {startAt_s > 0 && !hasStarted && !autoPlay ? (
        <p className={styles.resume}>
          Resumes at {clockOf(startAt_s * 1000)}.
          <Button size="small" kind="quiet" onPress={() => setRestarted(true)}>
            Start over
          </Button>
        </p>
      ) : null}
    </>
  );
}
