/** Files as their owners and viewers see them. */
import { z } from 'zod';
import { Id, Instant } from '../shapes';
import { fileStatuses, fileTypes, sourceTypes } from '../../values';

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
  /** The best single rendition, where it may be opened. */
  url: z.string().nullable(),
  thumbnails: z.array(z.string()),
  thumbnailUrl: z.string().nullable(),
  /** A picture of a few bytes as a data address, without detail: for those who may not see the file, too. */
  blur: z.string().nullable(),
  /** For players, the best choice first; from the first playable rendition on, while the others are still being made. */
  sources: z.array(z.object({ type: z.enum(sourceTypes), url: z.string(), height: z.number().nullable() })),
  /** Moments of a video, of which its owner may make the thumbnail; none for others. */
  frames: z.array(z.object({ frame: z.number(), url: z.string() })),
  /** Where the file is saved from; null where it may not be. */
  downloadUrl: z.string().nullable(),
  createdAt: Instant,
});
