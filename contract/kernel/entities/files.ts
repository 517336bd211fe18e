/** Files as their owners and viewers see them. */
import * as z from 'zod';
import { Id, Instant } from '../shapes';
import { fileStatuses, fileTypes, sourceTypes } from '../values/files';

export const File = z.object({
  _id: Id,
  type: z.enum(fileTypes),
  name: z.string(),
  mimeType: z.string(),
  size: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** In seconds. */
  duration: z.number().nullable(),
  status: z.enum(fileStatuses),
  /** Percent. */
  progress: z.number(),
  failure: z.string().nullable(),
  /** The best single rendition; null where the viewer may not open it. */
  url: z.string().nullable(),
  thumbnails: z.array(z.string()),
  thumbnailUrl: z.string().nullable(),
  /** A blurred preview of a few bytes as a data URL. Also sent to viewers who may not see the file. */
  blur: z.string().nullable(),
  /** For players, the best choice first. Filled from the first playable rendition on, while the others are still being made. */
  sources: z.array(z.object({ type: z.enum(sourceTypes), url: z.string(), height: z.number().nullable() })),
  /** Frames of a video from which its owner can choose the thumbnail; empty for others. */
  frames: z.array(z.object({ frame: z.number(), url: z.string() })),
  /** Null where the viewer may not download the file. */
  downloadUrl: z.string().nullable(),
  createdAt: Instant,
});
