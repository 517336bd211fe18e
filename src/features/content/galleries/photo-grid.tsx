/** The photos of a gallery as tiles, opened full screen at `?photo=`; locked ones only as blurred pictures. */
import { formatPercent } from '@web/lib/i18n/counts';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useEffect, useRef } from 'react';
import { withParameters } from '@web/lib/paths';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import type { ResponseOf } from '@web/services/call';
import { InfiniteList } from '@web/ui/lists/infinite-list';
import { LockIcon } from '@web/ui/icons/icons';
import { MediaBox } from '@web/ui/media/media-box';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import type { Gallery } from './gallery-card';
import { photosRequest } from './requests';
import styles from './galleries.module.css';

const ReportablePhotos = dynamic(() => import('@web/social/reportable-photos').then((loaded) => loaded.ReportablePhotos), { ssr: false });

type Photo = ResponseOf<'GET /performer-assets/photos'>['data'][number];

const photoParameter = 'photo';
const shallowRouting = { shallow: true, scroll: false };

const withPhoto = (path: string, number: number | null): string =>
  withParameters(path, { [photoParameter]: number === null ? null : String(number) });

/** The zero-based photo in the URL, and functions to open, change and close it. The back button closes a photo that was opened here. */
function useOpenPhoto() {
  const router = useRouter();
  const wasPushed = useRef(false);
  const requested = router.query[photoParameter];
  const index = typeof requested === 'string' && /^\d{1,3}$/.test(requested) ? Number(requested) - 1 : null;
  return {
    index,
    open: (next: number) => {
      wasPushed.current = true;
      void router.push(withPhoto(router.asPath, next + 1), undefined, shallowRouting);
    },
    change: (next: number) => void router.replace(withPhoto(router.asPath, next + 1), undefined, shallowRouting),
    close: () => {
      if (wasPushed.current) router.back();
      else void router.replace(withPhoto(router.asPath, null), undefined, shallowRouting);
      wasPushed.current = false;
    },
  };
}

/** The alternative text, also the viewer's caption. */
const altTextOf = ({ description, title }: Photo, position: number, gallery: Gallery): string =>
  description || title || `${gallery.title}, photo ${position + 1}`;

export function PhotoGrid({ gallery }: { gallery: Gallery }) {
  const { items, hasMore, isLoadingMore, error, more, retry } = useEndpointPages(
    'GET /performer-assets/photos',
    photosRequest(gallery._id).query,
  );
  const { index, open, change, close } = useOpenPhoto();
  const openable = items?.filter(({ photo, isLocked }) => !isLocked && photo.url !== null) ?? [];

  // Photos that were loaded while the gallery was locked are reloaded once it is unlocked.
  const latestAccess = useRef({ retry, wasLocked: gallery.isLocked });
  useEffect(() => {
    latestAccess.current.retry = retry;
  });
  useEffect(() => {
    if (latestAccess.current.wasLocked && !gallery.isLocked) latestAccess.current.retry();
    latestAccess.current.wasLocked = gallery.isLocked;
  }, [gallery.isLocked]);

  const isNearEnd = index !== null && index >= openable.length - 2;
  const latestMore = useRef(more);
  useEffect(() => {
    latestMore.current = more;
  });
  useEffect(() => {
    if (isNearEnd && hasMore && !isLoadingMore && !error) latestMore.current();
  }, [isNearEnd, hasMore, isLoadingMore, error]);

  if (items === undefined) {
    if (error) return <ErrorState error={error} onRetry={retry} />;
    return <Skeleton shape="card" count={8} label="Loading photos…" />;
  }
  const viewerPhotos = openable.map((photo, position) => ({
    src: photo.photo.url ?? '',
    alt: altTextOf(photo, position, gallery),
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
        render={(photo, position) => (
          <PhotoTile
            photo={photo}
            altText={altTextOf(photo, position, gallery)}
            onOpen={() => open(openable.indexOf(photo))}
            first={position < 4}
          />
        )}
        hasMore={hasMore}
        isLoadingMore={isLoadingMore}
        onMore={more}
        error={error}
        onRetry={retry}
        empty={<EmptyState title="No photos yet" text="This gallery is still empty." />}
      />
      {index !== null && viewerPhotos[index] && openable[index] ? (
        <ReportablePhotos
          photos={viewerPhotos}
          index={index}
          onIndexChange={change}
          onClose={close}
          subject={{ target: 'photo', id: openable[index]._id, title: 'Report this photo', person: gallery.performer }}
        />
      ) : null}
    </>
  );
}

interface PhotoTileProps {
  photo: Photo;
  altText: string;
  onOpen: () => void;
  first: boolean;
}

function PhotoTile({ photo: { photo, isLocked }, altText, onOpen, first }: PhotoTileProps) {
  const picture = (
    <MediaBox
      src={photo.thumbnailUrl ?? photo.url ?? photo.blur}
      blur={photo.blur}
      alt={isLocked ? '' : altText}
      ratio={4 / 5}
      first={first}
    >
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
      <div className={styles.processing}>
        {photo.status === 'error' ? 'This photo couldn’t be processed.' : `Processing ${formatPercent(photo.progress / 100)}`}
      </div>
    );
  return (
    <button type="button" className={styles.tile} aria-label={`Open ${altText}`} onClick={onOpen}>
      {picture}
    </button>
  );
}
