/** The photos of a gallery as tiles, opened full screen at `?photo=`; locked ones only as blurred pictures. */
import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useEffect, useRef } from 'react';
import { withParameters } from '@web/lib/paths';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import type { ResponseOf } from '@web/services/call';
import { InfiniteList } from '@web/ui/lists/endless-list';
import { LockIcon } from '@web/ui/icons/icons';
import { MediaBox } from '@web/ui/media/media-box';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import type { Gallery } from './gallery-card';
import { photosRequest } from './requests';
import styles from './galleries.module.css';

const ReportablePhotos = dynamic(() => import('@web/social/reportable-photos').then((loaded) => loaded.ReportablePhotos), { ssr: false });

type Photo = ResponseOf<'GET /performer-assets/photos'>['data'][number];

const key = 'photo';
const still = { shallow: true, scroll: false };

const withPhoto = (path: string, number: number | null): string => withParameters(path, { [key]: number === null ? null : String(number) });

/** The zero-based photo in the URL, and functions to open, change and close it. The back button closes a photo that was opened here. */
function useOpenPhoto() {
  const router = useRouter();
  const wasPushed = useRef(false);
  const requested = router.query[key];
  const index = typeof requested === 'string' && /^\d{1,3}$/.test(requested) ? Number(requested) - 1 : null;
  return {
    index,
    open: (next: number) => {
      wasPushed.current = true;
      void router.push(withPhoto(router.asPath, next + 1), undefined, still);
    },
    turn: (next: number) => void router.replace(withPhoto(router.asPath, next + 1), undefined, still),
    close: () => {
      if (wasPushed.current) router.back();
      else void router.replace(withPhoto(router.asPath, null), undefined, still);
      wasPushed.current = false;
    },
  };
}

/** The alternative text, also the viewer's caption. */
const altTextOf = ({ description, title }: Photo, place: number, gallery: Gallery): string =>
  description || title || `${gallery.title}, photo ${place + 1}`;

export function PhotoGrid({ gallery }: { gallery: Gallery }) {
  const { items, hasMore, isLoadingMore, error, more, retry } = useEndpointPages(
    'GET /performer-assets/photos',
    photosRequest(gallery._id).query,
  );
  const { index, open, turn, close } = useOpenPhoto();
  const openable = items?.filter(({ photo, isLocked }) => !isLocked && photo.url !== null) ?? [];

  // A photo that was loaded while locked is reloaded after it was unlocked.
  const reread = useRef({ retry, wasLocked: gallery.isLocked });
  useEffect(() => {
    reread.current.retry = retry;
  });
  useEffect(() => {
    if (reread.current.wasLocked && !gallery.isLocked) reread.current.retry();
    reread.current.wasLocked = gallery.isLocked;
  }, [gallery.isLocked]);

  const isNearEnd = index !== null && index >= openable.length - 2;
  const next = useRef(more);
  useEffect(() => {
    next.current = more;
  });
  useEffect(() => {
    if (isNearEnd && hasMore && !isLoadingMore && !error) next.current();
  }, [isNearEnd, hasMore, isLoadingMore, error]);

  if (items === undefined) {
    if (error) return <ErrorState error={error} onRetry={retry} />;
    return <Skeleton shape="card" count={8} label="Loading photos…" />;
  }
  const viewed = openable.map((photo, place) => ({
    src: photo.photo.url ?? '',
    alt: altTextOf(photo, place, gallery),
    width: photo.photo.width,
    height: photo.photo.height,
  }));
  return (
    <>
      <InfiniteList
        label="Photos"
        className={styles.photos}
        items={items}
        keyOf={({ _id }) => _id}
        render={(photo, place) => (
          <Tile photo={photo} words={altTextOf(photo, place, gallery)} onOpen={() => open(openable.indexOf(photo))} first={place < 4} />
        )}
        hasMore={hasMore}
        isLoadingMore={isLoadingMore}
        onMore={more}
        error={error}
        onRetry={retry}
        empty={<EmptyState title="No photos yet" text="This gallery is still empty." />}
      />
      {index !== null && viewed[index] && openable[index] ? (
        <ReportablePhotos
          photos={viewed}
          index={index}
          onIndex={turn}
          onClose={close}
          subject={{ target: 'photo', id: openable[index]._id, title: 'Report this photo', person: gallery.performer }}
        />
      ) : null}
    </>
  );
}

interface TileProps {
  photo: Photo;
  words: string;
  onOpen: () => void;
  first: boolean;
}

function Tile({ photo: { photo, isLocked }, words, onOpen, first }: TileProps) {
  const picture = (
    <MediaBox src={photo.thumbnailUrl ?? photo.url ?? photo.blur} blur={photo.blur} alt={isLocked ? '' : words} ratio={4 / 5} first={first}>
      {isLocked ? (
        <span className={styles.lock} role="img" aria-label="Locked photo">
          <LockIcon />
        </span>
      ) : null}
    </MediaBox>
  );
  if (isLocked) return picture;
  if (photo.url === null)
    return (
      <div className={styles.waits}>
        {photo.status === 'error' ? 'This photo couldn’t be processed.' : `Processing ${Math.round(photo.progress)} %`}
      </div>
    );
  return (
    <button type="button" className={styles.tile} aria-label={`Open ${words}`} onClick={onOpen}>
      {picture}
    </button>
  );
}
