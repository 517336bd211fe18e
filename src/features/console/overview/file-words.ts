/** Labels of file purposes. */
import type { FileType } from '@contract/kernel/values/files';

export const filePurposeLabels: Readonly<Record<FileType, string>> = {
  avatar: 'Profile photo',
  cover: 'Cover',
  document: 'Document',
  'site-image': 'Site image',
  'feed-photo': 'Post photo',
  'feed-video': 'Post video',
  'feed-audio': 'Post audio',
  'feed-thumbnail': 'Post thumbnail',
  'feed-teaser': 'Post teaser',
  photo: 'Photo',
  video: 'Video',
  'video-teaser': 'Video teaser',
  'video-thumbnail': 'Video thumbnail',
  'welcome-video': 'Welcome video',
  'comment-image': 'Comment image',
  'product-image': 'Product image',
  'product-digital': 'Product file',
  'message-photo': 'Message photo',
  'message-video': 'Message video',
  export: 'Data export',
};
