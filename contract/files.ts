/** Stored files while they become ready, and uploads in pieces that go on after a cut. */
import { z } from 'zod';
import { endpoints } from './endpoint';
import { File } from './kernel/entities';
import { fileNameLengthMax } from './kernel/file-name';
import * as limits from './kernel/limits';
import { Id, IdParam, Instant, Text } from './kernel/shapes';
import { fileTypes } from './values';

const sizeMax_bytes = Math.max(...Object.values(limits.upload_bytes));

/** How far an upload in pieces has come: the next piece begins at `offset`. */
export const Upload = z.object({ uploadId: Id, offset: z.number(), size: z.number(), expiresAt: Instant });

export default endpoints({
  'GET /files/:id/status': {
    does: 'A file with how far it has been made ready; for its owner and whoever may see it.',
    access: 'anyone',
    helper: ['content', 'messages'],
    params: IdParam,
    answer: File,
    fails: ['file_not_found'],
  },
  'POST /files/:id/retry': {
    does: 'Try once more to make a file ready that failed.',
    access: 'member',
    helper: ['content', 'messages'],
    params: IdParam,
    answer: File,
    mayContinue: true,
    fails: ['file_not_found', 'already_so'],
    rate: 'upload',
  },
  'POST /uploads': {
    does: 'Begin an upload in pieces. Finished, its id stands for the file wherever one is taken.',
    access: 'member',
    helper: ['content', 'messages'],
    body: z.object({
      name: Text(fileNameLengthMax),
      size: z.number().int().min(1).max(sizeMax_bytes),
      mimeType: Text(100),
      purpose: z.enum(fileTypes),
    }),
    answer: Upload,
    fails: ['quota_exceeded'],
    rate: 'upload',
  },
  'GET /uploads/:id': {
    does: 'How far an own upload has come.',
    access: 'member',
    helper: ['content', 'messages'],
    params: IdParam,
    answer: Upload,
    fails: ['upload_not_found'],
  },
  'PATCH /uploads/:id': {
    does: 'Send the next piece of an upload. What arrives counts, even when the piece is cut.',
    access: 'member',
    helper: ['content', 'messages'],
    params: IdParam,
    receives: 'bytes',
    answer: Upload,
    fails: ['upload_not_found', 'offset_mismatch', 'file_unreadable'],
  },
  'DELETE /uploads/:id': {
    does: 'Cancel an upload: what was sent is forgotten.',
    access: 'member',
    helper: ['content', 'messages'],
    params: IdParam,
    answer: z.object({ deleted: z.literal(true) }),
    fails: ['upload_not_found'],
  },
});
