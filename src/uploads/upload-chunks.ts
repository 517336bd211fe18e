/** Resumable upload of a file in chunks. It resumes at the server's offset, so that a lost connection costs at most one chunk. */
import { cutFileName, fileNameLengthMax } from '@contract/kernel/file-name';
import * as limits from '@contract/kernel/limits';
import type { FileType } from '@contract/kernel/values/files';
import type { CallOptions } from '@web/services/call';
import { services } from '@web/services/services';
import { ApiError } from '@web/services/api-error';

interface ChunkedUpload {
  file: File;
  type: FileType;
  /** The upload to resume, or null. */
  uploadId: string | null;
  signal: AbortSignal;
  /** Called once the server has created the upload. Its id is needed to resume. */
  onStarted: (uploadId: string) => void;
  /** Called with the number of uploaded bytes. */
  onSent: (bytes: number) => void;
}

const hasCode = (thrown: unknown, code: string): boolean => thrown instanceof ApiError && thrown.error === code;

async function startOrResume({ file, type, uploadId, signal, onStarted }: ChunkedUpload) {
  if (uploadId !== null) {
    try {
      return await services.files['GET /uploads/:id']({ params: { id: uploadId } }, { signal });
    } catch (thrown) {
      // The server has deleted it, for instance after a day: start again.
      if (!hasCode(thrown, 'upload_not_found')) throw thrown;
    }
  }
  const created = await services.files['POST /uploads'](
    { body: { name: cutFileName(file.name, fileNameLengthMax), size: file.size, mimeType: file.type.slice(0, 100), purpose: type } },
    { signal },
  );
  onStarted(created.uploadId);
  return created;
}

/** Sends the missing chunks, and returns the id of the finished upload. Rejects with `ApiError`. */
export async function sendChunks(chunkedUpload: ChunkedUpload): Promise<string> {
  const { file, signal, onSent } = chunkedUpload;
  let upload = await startOrResume(chunkedUpload);
  onSent(upload.offset);
  while (upload.offset < file.size) {
    const from = upload.offset;
    const chunk = file.slice(from, from + limits.uploadChunk_bytes);
    const options: CallOptions = { signal, onProgress: (fraction) => onSent(from + fraction * chunk.size) };
    try {
      upload = await services.files['PATCH /uploads/:id']({ params: { id: upload.uploadId }, offset: from, bytes: chunk }, options);
    } catch (thrown) {
      if (!hasCode(thrown, 'offset_mismatch')) throw thrown;
      upload = await services.files['GET /uploads/:id']({ params: { id: upload.uploadId } }, { signal });
    }
    // Prevents an endless loop if the server accepts no bytes.
    if (upload.offset === from) throw new Error('The upload does not go on.');
    onSent(upload.offset);
  }
  return upload.uploadId;
}
