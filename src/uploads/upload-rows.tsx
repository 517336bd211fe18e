/** Rows for the files of an item in an editor: uploads and stored files. */
import { sizeText, timeLeftText, UploadRow } from '@web/ui/forms/upload';
import type { StoredFile, Upload } from './upload-list';
import { cancelUpload, retryUpload } from './uploads';

/** An upload's progress, with buttons to cancel and retry. */
export function UploadProgressRow({ upload }: { upload: Upload }) {
  const { id, name, size, preview, state, percent, secondsLeft, reason } = upload;
  return (
    <UploadRow
      name={name}
      size={sizeText(size)}
      thumbnail={preview ?? upload.file?.thumbnailUrl}
      state={state}
      percent={percent}
      reason={reason}
      {...(secondsLeft === null ? {} : { timeLeft: timeLeftText(secondsLeft) })}
      onCancel={() => cancelUpload(id)}
      onRetry={() => retryUpload(id)}
    />
  );
}

const stateOf = { created: 'processing', processing: 'processing', finished: 'done', error: 'processingFailed' } as const;

/** The processing state of a stored file; renders nothing without a file. */
export function StoredFileRow({ file }: { file: StoredFile | null }) {
  if (file === null) return null;
  return (
    <UploadRow
      name={file.name}
      size={sizeText(file.size)}
      thumbnail={file.thumbnailUrl}
      state={stateOf[file.status]}
      percent={file.progress}
      reason={file.failure}
    />
  );
}

/** The upload of a file while it exists, else the stored file. */
export const MediaFileRow = ({ file, upload }: { file: StoredFile | null; upload: Upload | undefined }) =>
  upload === undefined ? <StoredFileRow file={file} /> : <UploadProgressRow upload={upload} />;
