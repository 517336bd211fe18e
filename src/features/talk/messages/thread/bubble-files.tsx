/** Photos and videos of a message. Viewer and player load when a file is opened; expired URLs are requested again. */
import { formatPercent } from '@web/lib/i18n/counts';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { translateMessage } from '@web/lib/i18n/server-messages';
import { useFreshFile } from '@web/services/use-fresh-file';
import { LazyVideo } from '@web/ui/media/lazy-video';
import { boxRatioOf, viewerPhotos } from '@web/ui/media/media-carousel';
import { MediaBox } from '@web/ui/media/media-box';
import { isPhoto } from '../store/chat';
import type { Message, MessageFile } from '../store/chat';
import styles from './bubble.module.css';

const ReportablePhotos = dynamic(() => import('@web/social/reportable-photos').then((loaded) => loaded.ReportablePhotos), { ssr: false });

export function BubbleFiles({ message: { _id, files, sender } }: { message: Message }) {
  const [shownIndex, setShownIndex] = useState<number | null>(null);
  const photos = files.filter(isPhoto);
  const title = `Photo from ${sender.name}`;
  return (
    <div className={files.length > 1 ? styles.files : undefined}>
      {files.map((file, index) =>
        isPhoto(file) ? (
          <Photo
            key={file._id}
            file={file}
            alt={`${title}, ${String(photos.indexOf(file) + 1)} of ${String(photos.length)}`}
            onOpen={() => setShownIndex(photos.indexOf(file))}
          />
        ) : (
          <Video key={file._id} file={file} title={`video ${String(index + 1)} from ${sender.name}`} />
        ),
      )}
      {shownIndex === null ? null : (
        <ReportablePhotos
          photos={viewerPhotos(files, title)}
          index={shownIndex}
          onClose={() => setShownIndex(null)}
          onIndexChange={setShownIndex}
          subject={{ target: 'message', id: _id, title: 'Report this message', person: sender }}
        />
      )}
    </div>
  );
}

function Photo({ file, alt, onOpen }: { file: MessageFile; alt: string; onOpen: () => void }) {
  if (file.url === null && file.status !== 'finished') {
    const text =
      file.status === 'error'
        ? file.failure === null
          ? 'This photo couldn’t be processed.'
          : translateMessage(file.failure)
        : `Processing ${formatPercent(file.progress / 100)}`;
    return (
      <p className={styles.processing} role="status">
        {text}
      </p>
    );
  }
  return (
    <button type="button" className={styles.photo} aria-label={`Open ${alt}`} onClick={onOpen}>
      <MediaBox src={file.thumbnailUrl ?? file.url} alt={alt} ratio={boxRatioOf(file)} blur={file.blur} />
    </button>
  );
}

function Video({ file, title }: { file: MessageFile; title: string }) {
  const [fresh, renew] = useFreshFile(file);
  return (
    <div className={styles.video} style={{ aspectRatio: boxRatioOf(file) }}>
      <LazyVideo file={fresh} title={title} onExpired={renew} />
    </div>
  );
}
