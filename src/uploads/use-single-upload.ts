/** One file that replaces another, such as a profile picture. */
import type { FileType } from '@contract/kernel/values/files';
import { useRouter } from 'next/router';
import { useUploads } from './upload-list';
import type { Upload } from './upload-list';
import { discardUploads, startUpload } from './uploads';
import type { Finish } from './uploads';

interface SingleUpload {
  /** Identifies the file among all uploads. */
  formKey: string;
  type: FileType;
  /** Called again on each retry, also after the screen was left. */
  finish: Finish;
}

interface Uploading {
  /** The latest upload until it is done, else null. */
  upload: Upload | null;
  /** Uploads a file instead of the one before. */
  start: (file: File) => void;
}

/** The upload of the one file of `formKey`. It continues after the screen is left; the upload tray shows it there. */
export function useSingleUpload({ formKey, type, finish }: SingleUpload): Uploading {
  const { asPath: href } = useRouter();
  const uploads = useUploads().filter((upload) => upload.formKey === formKey);
  const latest = uploads.at(-1);
  return {
    upload: latest === undefined || latest.state === 'done' ? null : latest,
    start: (file) => {
      discardUploads(uploads.map(({ id }) => id));
      startUpload({ file, type, formKey, href, attaches: true, finish });
    },
  };
}
