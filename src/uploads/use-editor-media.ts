/** The files of an editor: uploads chosen files, and updates the media list with their progress. */
import type { FileType } from '@contract/kernel/values/files';
import { useEffect } from 'react';
import { discardUploads, startUpload } from './uploads';
import type { Finish } from './uploads';
import { useUploads } from './upload-list';
import type { Upload } from './upload-list';
import { mediaWith } from './media-list';
import type { Medium } from './media-list';

interface EditorMediaOptions {
  formKey: string;
  href: string;
  media: Medium[];
  onChange: (media: Medium[]) => void;
}

interface EditorMedia {
  uploads: readonly Upload[];
  send: (files: readonly File[], type: FileType, finish: Finish) => void;
}

/** `formKey` identifies the editor's uploads and must be unique. */
export function useEditorMedia({ formKey, href, media, onChange }: EditorMediaOptions): EditorMedia {
  const uploads = useUploads().filter((upload) => upload.formKey === formKey);
  const current = mediaWith(media, uploads);
  useEffect(() => {
    if (current !== media) onChange([...current]);
  }, [current, media, onChange]);
  return {
    uploads,
    send: (files, type, finish) => files.forEach((file) => startUpload({ file, type, formKey, href, finish })),
  };
}

/** Removes the uploads of `media`, and cancels pending ones. */
export const dropMedia = (media: readonly Medium[]): void => discardUploads(media.map(({ key }) => key));
