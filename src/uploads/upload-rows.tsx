/** A file of something that is being written, in a row: on its way, or kept by the host already. */
import { sizeWords, timeLeftWords, UploadRow } from '@web/ui/forms/upload';
import type { StoredFile, Upload } from './upload-list';
import { cancelUpload, retryUpload } from './uploads';

/** How far an upload is, with a way to stop it and to try again. */
export function OneUpload({ upload }: { upload: Upload }) {
  const { id, name, size, preview, state, percent, secondsLeft, reason } = upload;
  return (
    <UploadRow
      name={name}
      size={sizeWords(size)}
      thumbnail={preview ?? upload.file?.thumbnailUrl}
      state={state}
      percent={percent}
      reason={reason}
      {...(secondsLeft === null ? {} : { timeLeft: timeLeftWords(secondsLeft) })}
      onCancel={() => cancelUpload(id)}
      onRetry={() => retryUpload(id)}
    />
  );
}

const stateOf = { created: 'processing', processing: 'processing', finished: 'done', error: 'unready' } as const;

/** What became of a file that was sent; nothing where there is none. */
export function StoredRow({ file }: { file: StoredFile | null }) {
  if (file === null) return null;
  return (
    <UploadRow
      name={file.name}
      size={sizeWords(file.size)}
      thumbnail={file.thumbnailUrl}
      state={stateOf[file.status]}
      percent={file.progress}
      reason={file.failure}
    />
  );
}

/** A file as far as it has come. */
export const MediumRow = ({ file, upload }: { file: StoredFile | null; upload: Upload | undefined }) =>
  upload === undefined ? <StoredRow file={file} /> : <OneUpload upload={upload} />;
