/** Types and statuses of files, and the kind of content that each type requires. */

export const fileTypes = [
  'avatar',
  'cover',
  'document',
  'site-image',
  'feed-photo',
  'feed-video',
  'feed-audio',
  'feed-thumbnail',
  'feed-teaser',
  'photo',
  'video',
  'video-teaser',
  'video-thumbnail',
  'welcome-video',
  'comment-image',
  'product-image',
  'product-digital',
  'message-photo',
  'message-video',
  'export',
] as const;
export type FileType = (typeof fileTypes)[number];

/** Statuses of a data export. `none`: none was requested, or the last one was deleted. */
export const exportStatuses = ['none', 'waiting', 'running', 'ready', 'failed', 'expired'] as const;
export type ExportStatus = (typeof exportStatuses)[number];

export const fileStatuses = ['created', 'processing', 'finished', 'error'] as const;

/** The kind decides the accepted formats and limits. The content of a file is checked against it, whatever its name. */
export const uploadKinds = ['image', 'document', 'audio', 'teaser', 'video', 'welcome-video', 'digital'] as const;
export type UploadKind = (typeof uploadKinds)[number];

/** The kind of upload for each file type. */
export const uploadKindByFileType = {
  avatar: 'image',
  cover: 'image',
  document: 'document',
  'site-image': 'image',
  'feed-photo': 'image',
  'feed-video': 'video',
  'feed-audio': 'audio',
  'feed-thumbnail': 'image',
  'feed-teaser': 'teaser',
  photo: 'image',
  video: 'video',
  'video-teaser': 'teaser',
  'video-thumbnail': 'image',
  'welcome-video': 'welcome-video',
  'comment-image': 'image',
  'product-image': 'image',
  'product-digital': 'digital',
  'message-photo': 'image',
  'message-video': 'video',
  export: 'digital',
} as const satisfies Record<FileType, UploadKind>;

/** Formats for players: a playlist of several renditions, or one file. */
export const sourceTypes = ['hls', 'mp4'] as const;

/** The files of a video that can be removed separately. */
export const videoFileRoles = ['video', 'teaser', 'thumbnail'] as const;
export type VideoFileRole = (typeof videoFileRoles)[number];
