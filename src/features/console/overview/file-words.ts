/** Labels of file purposes. */
import type { FileType } from '@contract/kernel/values/files';

export const filePurposeLabels: Readonly<Record<FileType, string>> = {
  avatar: 'Avatar',
  cover: 'Cover',
  document: 'Document',
  'site-image': 'Site image',
  'feed-photo': 'Feed photo',
  'feed-video': 'Feed video',
  'feed-audio': 'Feed audio',
  'feed-thumbnail': 'Feed thumbnail',
  'feed-teaser': 'Feed teaser',
  photo: 'Photo',
  video: 'Video',
  'video-teaser': 'Video teaser',
  'video-thumbnail': 'Video thumbnail',
  'welcome-video': 'Welcome video',
  'comment-image': 'Comment image',
  'product-image': 'Product image',
  'product-digital': 'Product digital',
  'message-photo': 'Message photo',
  'message-video': 'Message video',
  export: 'Data export',
};
