/** The performer's content lists with the photo editor; loaded only for the performer. */
import dynamic from 'next/dynamic';
import { ContentPanel } from '@web/features/content/own-content/content-panel';

const PhotoEditor = dynamic(() => import('@web/features/content/editing/gallery/photo-editor').then((loaded) => loaded.PhotoEditor), {
  ssr: false,
});

export function OwnContent() {
  return (
    <ContentPanel photoEditor={(photo, { onClose, onChanged }) => <PhotoEditor photo={photo} onClose={onClose} onChanged={onChanged} />} />
  );
}
