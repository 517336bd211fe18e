/** Sending one file in pieces: goes on where the host stands, so that a cut costs at most what was in the air. */
import { cutFileName, fileNameLengthMax } from '@contract/kernel/file-name';
import * as limits from '@contract/kernel/limits';
import type { FileType } from '@contract/values';
import type { CallOptions } from '@web/services/call';
import { services } from '@web/services/services';
import { Refused } from '@web/services/api-error';

interface Pieces {
  file: File;
  type: FileType;
  /** An upload that was begun before, or null. */
  uploadId: string | null;
  signal: AbortSignal;
  /** Told once the host knows of the upload: with this id it goes on after a cut. */
  onBegun: (uploadId: string) => void;
  /** Told how many bytes are there. */
  onSent: (bytes: number) => void;
}

const isRefusal = (thrown: unknown, code: string): boolean => thrown instanceof Refused && thrown.error === code;

async function standing({ file, type, uploadId, signal, onBegun }: Pieces) {
  if (uploadId !== null) {
    try {
      return await services.files['GET /uploads/:id']({ params: { id: uploadId } }, { signal });
    } catch (thrown) {
      // Forgotten by the host, after a day for instance: it begins anew.
      if (!isRefusal(thrown, 'upload_not_found')) throw thrown;
    }
  }
  const begun = await services.files['POST /uploads'](
    { body: { name: cutFileName(file.name, fileNameLengthMax), size: file.size, mimeType: file.type.slice(0, 100), purpose: type } },
    { signal },
  );
  onBegun(begun.uploadId);
  return begun;
}

/** Sends what the host does not have yet, and answers the id of the finished upload. Rejects with `Refused`. */
export async function sendPieces(pieces: Pieces): Promise<string> {
  const { file, signal, onSent } = pieces;
  let at = await standing(pieces);
  onSent(at.offset);
  while (at.offset < file.size) {
    const from = at.offset;
    const piece = file.slice(from, from + limits.uploadPiece_bytes);
    const options: CallOptions = { signal, onProgress: (part) => onSent(from + part * piece.size) };
    try {
      at = await services.files['PATCH /uploads/:id']({ params: { id: at.uploadId }, offset: from, bytes: piece }, options);
    } catch (thrown) {
      if (!isRefusal(thrown, 'offset_mismatch')) throw thrown;
      at = await services.files['GET /uploads/:id']({ params: { id: at.uploadId } }, { signal });
    }
    // A host that takes nothing would be asked for ever.
    if (at.offset === from) throw new Error('The upload does not go on.');
    onSent(at.offset);
  }
  return at.uploadId;
}
