/** Files while they become ready, and uploads in pieces. */
import type { BodyOf, CallOptions } from './call';
import { service } from './service';

export const fileService = service((call) => ({
  status: (id: string, options?: CallOptions) => call('GET /files/:id/status', { params: { id } }, options),
  retry: (id: string) => call('POST /files/:id/retry', { params: { id } }),
  beginUpload: (body: BodyOf<'POST /uploads'>, options?: CallOptions) => call('POST /uploads', { body }, options),
  upload: (id: string, options?: CallOptions) => call('GET /uploads/:id', { params: { id } }, options),
  /** `bytes` at most `limits.uploadPiece_bytes`; where they begin is what the last answer named. */
  sendPiece: (id: string, offset: number, bytes: Blob, options?: CallOptions) =>
    call('PATCH /uploads/:id', { params: { id }, offset, bytes }, options),
  cancelUpload: (id: string) => call('DELETE /uploads/:id', { params: { id } }),
}));
