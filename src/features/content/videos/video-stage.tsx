/**
 * The upper part of a video's page: the film where it is open, else its teaser and then the lock, with the way in always in
 * sight. What opens while somebody looks begins to play by itself: she has asked for it.
 */
import { useCallback, useRef, useState, useSyncExternalStore } from 'react';
import { clockOf } from '@web/lib/i18n/dates';
import { useFreshFile } from '@web/services/use-fresh-file';
import { useAccountId } from '@web/session/store/hooks';
import type { OpenItem } from '@web/social/use-open-item';
import { Button } from '@web/ui/actions/button';
import { PlayIcon } from '@web/ui/icons/icons';
import { LazyVideo } from '@web/ui/media/lazy-video';
import type { MediaFile } from '@web/ui/media/lazy-video';
import { LockedMedia } from '@web/ui/media/locked-media';
import { Empty } from '@web/ui/feedback/states';
import { useSeenWhole } from '@web/ui/media/use-fully-visible';
import { pictureOf } from './video-card';
import type { Video } from './video-card';
import { keepWatchPlace, watchPlace } from '../../videos/watch-place';
import styles from './videos.module.css';

interface VideoStageProps {
  video: Video;
  lock: Pick<OpenItem, 'reason' | 'way'>;
}

export function VideoStage({ video, lock }: VideoStageProps) {
  const [wasLocked, setWasLocked] = useState(video.isLocked);
  if (video.isLocked && !wasLocked) setWasLocked(true);
  if (video.isLocked) return <Locked video={video} lock={lock} />;
  if (video.video === null) return <Empty title="There is no film yet" text="This video has no file." />;
  return <Film key={video.video._id} video={video} file={video.video} autoPlay={wasLocked} />;
}

function Locked({ video, lock: { reason, way } }: VideoStageProps) {
  const [isTeasing, setTeasing] = useState(true);
  const { teaser, title } = video;
  const picture = pictureOf(video);
  const hasTeaser = teaser !== null && teaser.sources.length > 0;
  if (!hasTeaser || !isTeasing) {
    return (
      <>
        <LockedMedia
          kind="video"
          blur={picture?.blur ?? null}
          ratio={16 / 9}
          duration_s={video.video?.duration ?? undefined}
          reason={reason}
          way={way}
        />
        {hasTeaser ? (
          <div>
            <Button icon={<PlayIcon />} onPress={() => setTeasing(true)}>
              Watch the teaser again
            </Button>
          </div>
        ) : null}
      </>
    );
  }
  return (
    <>
      <Teaser file={teaser} title={title} onEnded={() => setTeasing(false)} />
      <div className={styles.way}>
        <p>{reason}</p>
        {way === null ? null : (
          <Button kind="primary" busy={way.busy} onPress={way.onPress}>
            {way.label}
          </Button>
        )}
      </div>
    </>
  );
}

/** Plays by itself, without sound, once it is wholly in view. */
function Teaser({ file, title, onEnded }: { file: MediaFile; title: string; onEnded: () => void }) {
  const stage = useRef<HTMLDivElement>(null);
  const isSeen = useSeenWhole(stage);
  const [fresh, renew] = useFreshFile(file);
  return (
    <div ref={stage} className={styles.stage}>
      <LazyVideo
        key={String(isSeen)}
        first
        file={fresh}
        title={`teaser of ${title}`}
        muted
        autoPlay={isSeen}
        onEnded={onEnded}
        onExpired={renew}
      />
    </div>
  );
}

const never = () => () => undefined;
const keepEvery_s = 5;

interface FilmProps {
  video: Video;
  file: MediaFile;
  autoPlay: boolean;
}

function Film({ video, file, autoPlay }: FilmProps) {
  const accountId = useAccountId();
  const [fresh, renew] = useFreshFile(file);
  const stored_s = useSyncExternalStore(
    never,
    () => watchPlace(accountId, video._id),
    () => 0,
  );
  const [isAnew, setAnew] = useState(false);
  const [hasBegun, setBegun] = useState(false);
  const kept_s = useRef(0);
  const onTime = useCallback(
    (time_s: number) => {
      setBegun(true);
      if (Math.abs(time_s - kept_s.current) < keepEvery_s) return;
      kept_s.current = time_s;
      keepWatchPlace(accountId, video._id, time_s, file.duration);
    },
    [accountId, video._id, file.duration],
  );
  const startAt_s = isAnew ? 0 : stored_s;
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
          onEnded={() => keepWatchPlace(accountId, video._id, 0, null)}
          onExpired={renew}
        />
      </div>
      {startAt_s > 0 && !hasBegun && !autoPlay ? (
        <p className={styles.go}>
          You were at {clockOf(startAt_s * 1000)}: it goes on from there.
          <Button size="small" kind="quiet" onPress={() => setAnew(true)}>
            Start over
          </Button>
        </p>
      ) : null}
    </>
  );
}
