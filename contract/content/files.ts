/** Processing status of stored files, and resumable uploads. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import { File } from '../kernel/entities';
import { fileNameLengthMax } from '../kernel/file-name';
import * as limits from '../kernel/limits';
import { Id, IdParam, Instant, Text } from '../kernel/shapes';
import { fileTypes } from '../kernel/values/files';

const sizeMax_bytes = Math.max(...Object.values(limits.upload_bytes));

/** Progress of a resumable upload. The next piece begins at `offset`. */
export const Upload = z.object({ uploadId: Id, offset: z.number(), size: z.number(), expiresAt: Instant });

export default endpoints({
  'GET /files/:id/status': {
    summary: 'A file with its processing status, for its owner and anyone with access to it.',
    access: 'anyone',
    delegate: ['content', 'messages'],
    params: IdParam,
    response: File,
    errors: ['file_not_found'],
  },
  'POST /files/:id/retry': {
    summary: 'Retry the processing of a failed file.',
    access: 'member',
    delegate: ['content', 'messages'],
    params: IdParam,
    response: File,
    mayRespond202: true,
    errors: ['file_not_found', 'already_so'],
    rateLimit: 'upload',
  },
  'POST /uploads': {
    summary: 'Begin a resumable upload. Once complete, its ID can be used wherever a file is expected.',
    access: 'member',
    delegate: ['content', 'messages'],
    body: z.object({
      name: Text(fileNameLengthMax),
      size: z.number().int().min(1).max(sizeMax_bytes),
      mimeType: Text(100),
      purpose: z.enum(fileTypes),
    }),
    response: Upload,
    errors: ['quota_exceeded'],
    rateLimit: 'upload',
  },
  'GET /uploads/:id': {
    summary: "The progress of one of the caller's uploads.",
    access: 'member',
    delegate: ['content', 'messages'],
    params: IdParam,
    response: Upload,
    errors: ['upload_not_found'],
  },
  'PATCH /uploads/:id': {
    summary: 'Send the next chunk of an upload. Received bytes are kept even if the connection is lost.',
    access: 'member',
    delegate: ['content', 'messages'],
    params: IdParam,
    requestBody: 'bytes',
    response: Upload,
    errors: ['upload_not_found', 'offset_mismatch', 'file_unreadable'],
  },
  'DELETE /uploads/:id': {
    summary: 'Cancel an upload and discard its data.',
    access: 'member',
    delegate: ['content', 'messages'],
    params: IdParam,
    response: z.object({ deleted: z.literal(true) }),
    errors: ['upload_not_found'],
  },
});
