/** Files of one place that is being written in: sends what is chosen, and keeps the list of it as its uploads go on. */
import type { FileType } from '@contract/values';
import { useEffect } from 'react';
import { dropUploads, startUpload } from './uploads';
import type { Finish } from './uploads';
import { useUploads } from './upload-list';
import type { Upload } from './upload-list';
import { mediaWith } from './media-list';
import type { Medium } from './media-list';

interface PlaceMedia {
  place: string;
  href: string;
  media: Medium[];
  onChange: (media: Medium[]) => void;
}

interface Sending {
  uploads: readonly Upload[];
  send: (files: readonly File[], type: FileType, finish: Finish) => void;
}

/** `place` names the uploads that belong here, and nothing else may use it. */
export function usePlaceMedia({ place, href, media, onChange }: PlaceMedia): Sending {
  const uploads = useUploads().filter((upload) => upload.place === place);
  const current = mediaWith(media, uploads);
  useEffect(() => {
    if (current !== media) onChange([...current]);
  }, [current, media, onChange]);
  return {
    uploads,
    send: (files, type, finish) => files.forEach((file) => startUpload({ file, type, place, href, finish })),
  };
}

/** Forgets the uploads of `media`, sent or not. */
export const dropMedia = (media: readonly Medium[]): void => dropUploads(media.map(({ key }) => key));
