/** Fixtures of media files as the API returns them, for tests of screens. */
import type { ResponseOf } from '@web/services/call';

type MediaFile = ResponseOf<'GET /files/:id/status'>;

let fileCount = 0;

const file = (changes: Partial<MediaFile>): MediaFile => {
  fileCount += 1;
  return {
    _id: `0198c0de-0000-7000-8000-00000f${String(fileCount).padStart(6, '0')}`,
    type: 'photo',
    name: 'picture.jpg',
    mimeType: 'image/jpeg',
    size: 1000,
    width: 800,
    height: 1000,
    duration: null,
    status: 'finished',
    progress: 100,
    failure: null,
    url: null,
    thumbnails: [],
    thumbnailUrl: null,
    blur: 'data:image/webp;base64,AAAA',
    sources: [],
    frames: [],
    downloadUrl: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...changes,
  };
};

export const photoFile = (changes: Partial<MediaFile> = {}): MediaFile => file({ url: '/media/photo.webp', ...changes });

/** A video of 8:40 with two MP4 files, which any browser plays. */
export const videoFile = (changes: Partial<MediaFile> = {}): MediaFile =>
  file({
    type: 'video',
    name: 'film.mp4',
    mimeType: 'video/mp4',
    width: 1280,
    height: 720,
    duration: 520,
    thumbnailUrl: '/media/poster.webp',
    sources: [
      { type: 'mp4', url: '/media/720.mp4', height: 720 },
      { type: 'mp4', url: '/media/360.mp4', height: 360 },
    ],
    ...changes,
  });

/** The file of locked content: only its blurred preview has a value. */
export const lockedFile = (changes: Partial<MediaFile> = {}): MediaFile => file({ ...changes, url: null, sources: [] });
