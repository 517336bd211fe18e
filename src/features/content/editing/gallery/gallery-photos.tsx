/** The photos of a gallery: added many at once, described, ordered by dragging or by buttons, one of them the cover. */
import { messages } from '@contract/kernel/errors';
import * as limits from '@contract/kernel/limits';
import { useCallback, useEffect, useRef, useState } from 'react';
import { services } from '@web/services/services';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import { deleteLater, useLateDeletion } from '@web/forms/delete-with-undo';
import { useSocketEvent } from '@web/realtime/socket-events';
import { showFailure } from '@web/session/show-failure';
import { releaseUploads, startUpload } from '@web/uploads/uploads';
import { useUploads } from '@web/uploads/upload-list';
import { OneUpload } from '@web/uploads/upload-rows';
import { Button } from '@web/ui/actions/button';
import { Empty, Fault, Skeleton } from '@web/ui/feedback/states';
import { FilePick } from '../shared/file-pick';
import { placesOf } from './gallery-values';
import type { Photo } from './gallery-values';
import { moved } from '@web/uploads/media-list';
import { PhotoTile } from './photo-tile';
import { galleryPhotosRead } from '../../../editing/reads';
import styles from '../shared/editing.module.css';

export const placeOfGallery = (id: string): string => `gallery:${id}`;

/** Sends photos to the gallery `id`, whatever page is open. */
export function sendPhotos(id: string, files: readonly File[]): void {
  for (const file of files) {
    startUpload({
      ...{ file, type: 'photo', place: placeOfGallery(id), href: `/creator/galleries/${id}`, attaches: true },
      finish: async (sent, options) =>
        (
          await services.galleries['POST /performer/performer-assets/photos/upload'](
            { files: { photo: sent }, body: { galleryId: id } },
            options,
          )
        ).photo,
    });
  }
}

const most = limits.galleryPhotosMax;

export function GalleryPhotos({ id }: { id: string }) {
  const { items, total, hasMore, isLoadingMore, error, more, retry } = useEndpointPages(
    'GET /performer/performer-assets/photos/search',
    galleryPhotosRead(id).query,
  );
  const uploads = useUploads().filter(({ place }) => place === placeOfGallery(id));
  const there = uploads.filter(({ file }) => file !== null).length;
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const [wanted, setWanted] = useState<readonly Photo[] | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  useLateDeletion();

  const latest = useRef(retry);
  useEffect(() => {
    latest.current = retry;
  });
  const reread = useCallback(() => latest.current(), []);
  useSocketEvent('file/processed', reread);
  useEffect(() => {
    if (there === 0) return;
    // They stand among the photos now; those still made ready are followed in the tray.
    releaseUploads(placeOfGallery(id));
    reread();
  }, [there, id, reread]);

  const photos = (wanted ?? items ?? []).filter(({ _id }) => !hidden.includes(_id));
  const attempt = async (act: () => Promise<unknown>) => {
    try {
      await act();
    } catch (thrown) {
      showFailure(thrown, messages.saveFailed);
    } finally {
      setWanted(null);
      retry();
    }
  };
  const move = (from: number, step: number) => {
    const next = moved(photos, from, step);
    setWanted(next);
    void attempt(async () => {
      for (const { id: photoId, ordering } of placesOf(photos, next))
        await services.galleries['PUT /performer/performer-assets/photos/:id']({ params: { id: photoId }, body: { ordering } });
    });
  };
  const remove = (photo: Photo) => {
    setHidden((before) => [...before, photo._id]);
    deleteLater({
      text: 'Photo deleted',
      send: () => services.galleries['DELETE /performer/performer-assets/photos/:id']({ params: { id: photo._id } }),
      onKept: () => setHidden((before) => before.filter((one) => one !== photo._id)),
      onDeleted: retry,
    });
  };

  return (
    <section className={styles.part} aria-label="Photos">
      <h2 className={styles.partTitle}>Photos</h2>
      <FilePick
        label="Add photos"
        type="photo"
        countMax={Math.max(0, most - total - uploads.length)}
        onFiles={(files) => sendPhotos(id, files)}
      />
      {uploads.length === 0 ? null : (
        <ul className={styles.rows} aria-label="Photos on their way">
          {uploads.map((upload) => (
            <li key={upload.id}>
              <OneUpload upload={upload} />
            </li>
          ))}
        </ul>
      )}
      {error && items === undefined ? <Fault error={error} onRetry={retry} /> : null}
      {items === undefined && !error ? <Skeleton shape="tile" count={6} label="Loading the photos…" /> : null}
      {items?.length === 0 && uploads.length === 0 ? (
        <Empty title="No photos yet" text="The first one becomes the cover; you can choose another." />
      ) : null}
      <ol className={styles.tiles} aria-label="Photos in their order">
        {photos.map((photo, index) => (
          <PhotoTile
            key={photo._id}
            photo={photo}
            place={index}
            isLast={index === photos.length - 1}
            onMove={(step) => move(index, step)}
            onDrag={() => setDragged(index)}
            onDrop={() => {
              if (dragged !== null && dragged !== index) move(dragged, index - dragged);
              setDragged(null);
            }}
            onCover={() =>
              void attempt(() => services.galleries['POST /performer/performer-assets/photos/set-cover/:id']({ params: { id: photo._id } }))
            }
            onDescribe={(description) =>
              void attempt(() =>
                services.galleries['PUT /performer/performer-assets/photos/:id']({ params: { id: photo._id }, body: { description } }),
              )
            }
            onRemove={() => remove(photo)}
          />
        ))}
      </ol>
      {hasMore ? (
        <Button busy={isLoadingMore} onPress={more}>
          Load more
        </Button>
      ) : null}
    </section>
  );
}
