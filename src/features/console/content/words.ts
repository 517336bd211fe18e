/** Kinds of content in words. */
import type { ModeratedType } from '@contract/values';

export const typeWords: Readonly<Record<ModeratedType, { one: string; many: string }>> = {
  feeds: { one: 'post', many: 'Posts' },
  videos: { one: 'video', many: 'Videos' },
  galleries: { one: 'gallery', many: 'Galleries' },
  photos: { one: 'photo', many: 'Photos' },
  products: { one: 'product', many: 'Products' },
  comments: { one: 'comment', many: 'Comments' },
};
