/** The photos of a gallery: uploaded together, described, and ordered by drag and drop or by buttons. One is the cover. */
import * as messages from '@contract/kernel/messages';
import * as limits from '@contract/kernel/limits';
import { useCallback, useEffect, useRef, useState } from 'react';
import { services } from '@web/services/services';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import { deleteWithUndo, useSendDeletionsOnLeave } from '@web/forms/delete-with-undo';
import { useSocketEvent } from '@web/realtime/socket-events';
import { showFailure } from '@web/forms/show-failure';
import { removeFinishedUploads, startUpload } from '@web/uploads/uploads';
import { useUploads } from '@web/uploads/upload-list';
import { UploadProgressRow } from '@web/uploads/upload-rows';
import { Button } from '@web/ui/actions/button';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { FilePicker } from '../shared/file-pick';
import { changedPositions } from './gallery-values';
import type { Photo } from './gallery-values';
import { moved } from '@web/uploads/media-list';
import { PhotoTile } from './photo-tile';
import { galleryPhotosRequest } from '../shared/requests';
import styles from '../shared/editing.module.css';

export const galleryUploadKey = (id: string): string => `gallery:${id}`;

/** Uploads photos to the gallery `id`. The uploads continue when the page is left. */
export function uploadPhotos(id: string, files: readonly File[]): void {
  for (const file of files) {
    startUpload({
      file,
      type: 'photo',
      formKey: galleryUploadKey(id),
      href: `/creator/galleries/${id}`,
      attaches: true,
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

const photosMax = limits.galleryPhotosMax;

export function GalleryPhotos({ id }: { id: string }) {
  const { items, total, hasMore, isLoadingMore, error, more, retry } = useEndpointPages(
    'GET /performer/performer-assets/photos/search',
    galleryPhotosRequest(id).query,
  );
  const uploads = useUploads().filter(({ formKey }) => formKey === galleryUploadKey(id));
  const uploadedCount = uploads.filter(({ file }) => file !== null).length;
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const [reordered, setReordered] = useState<readonly Photo[] | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  useSendDeletionsOnLeave();

  const latestRetry = useRef(retry);
  useEffect(() => {
    latestRetry.current = retry;
  });
  const revalidate = useCallback(() => latestRetry.current(), []);
  useSocketEvent('file/processed', revalidate);
  useEffect(() => {
    if (uploadedCount === 0) return;
    // Uploaded photos are in the list now; the upload tray tracks the ones still being processed.
    removeFinishedUploads(galleryUploadKey(id));
    revalidate();
  }, [uploadedCount, id, revalidate]);

  const photos = (reordered ?? items ?? []).filter(({ _id }) => !hidden.includes(_id));
  const attempt = async (act: () => Promise<unknown>) => {
    try {
      await act();
    } catch (thrown) {
      showFailure(thrown, messages.saveFailed);
    } finally {
      setReordered(null);
      retry();
    }
  };
  const move = (from: number, step: number) => {
    const next = moved(photos, from, step);
    setReordered(next);
    void attempt(async () => {
      for (const { id: photoId, ordering } of changedPositions(photos, next))
        await services.galleries['PUT /performer/performer-assets/photos/:id']({ params: { id: photoId }, body: { ordering } });
    });
  };
  const remove = (photo: Photo) => {
    setHidden((before) => [...before, photo._id]);
    deleteWithUndo({
      text: 'Photo deleted',
      send: () => services.galleries['DELETE /performer/performer-assets/photos/:id']({ params: { id: photo._id } }),
      onRestore: () => setHidden((before) => before.filter((one) => one !== photo._id)),
      onDeleted: retry,
    });
  };

  return (
    <section className={styles.part} aria-label="Photos">
      <h2 className={styles.partTitle}>Photos</h2>
      <FilePicker
        label="Add photos"
        type="photo"
        countMax={Math.max(0, photosMax - total - uploads.length)}
        onFiles={(files) => uploadPhotos(id, files)}
      />
      {uploads.length === 0 ? null : (
        <ul className={styles.rows} aria-label="Uploading photos">
          {uploads.map((upload) => (
            <li key={upload.id}>
              <UploadProgressRow upload={upload} />
            </li>
          ))}
        </ul>
      )}
      {error && items === undefined ? <ErrorState error={error} onRetry={retry} /> : null}
      {items === undefined && !error ? <Skeleton shape="tile" count={6} label="Loading the photos…" /> : null}
      {items?.length === 0 && uploads.length === 0 ? (
        <EmptyState title="No photos yet" text="Add photos to get started. The first is the cover until you choose another." />
      ) : null}
      <ol className={styles.tiles} aria-label="Photos in order">
        {photos.map((photo, index) => (
          <PhotoTile
            key={photo._id}
            photo={photo}
            index={index}
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
