/** Limits of files, request bodies, sockets and media links. */
import { day, hour, megabyte, minute } from '../units';

export const body_bytes = megabyte;
export const bodyDepthMax = 12;
export const imagePixelsMax = 50_000_000;
export const upload_bytes = {
  image: 10 * megabyte,
  document: 10 * megabyte,
  audio: 100 * megabyte,
  teaser: 200 * megabyte,
  'welcome-video': 200 * megabyte,
  video: 2048 * megabyte,
  digital: 1024 * megabyte,
} as const;
/** How long audio and videos may last. */
export const media_s = { audio: hour, teaser: 5 * minute, 'welcome-video': 5 * minute, video: 4 * hour } as const;
/** The longer side of a video, and the pixels of one frame. */
export const videoSideMax_px = 4096;
export const videoPixelsMax = 4096 * 2304;
/** The most bytes in one request of a chunked upload. */
export const uploadChunk_bytes = 8 * megabyte;
/** A chunked upload that is not used by then is deleted. */
export const uploadRetention_s = day;
/** Chunked uploads that one account may have open. */
export const uploadsOpenMax = 20;
/** Total size of one account's files. */
export const quota_bytes = 20 * 1024 * megabyte;
export const unattachedFileRetention_s = day;
export const socketFrame_bytes = 65_536;
export const socketEventsPerSecond = 20;
export const socketsPerAccount = 10;
export const socketLogin_ms = 10_000;
export const socketTokenLengthMax = 500;
export const mediaLink_s = 10 * minute;
