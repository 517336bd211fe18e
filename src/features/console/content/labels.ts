/** Labels of content kinds. */
import type { ModeratedType } from '@contract/kernel/values/moderation';

export const contentTypeLabels: Readonly<Record<ModeratedType, { unnamed: string; many: string }>> = {
  feeds: { unnamed: 'Post without words', many: 'Posts' },
  videos: { unnamed: 'Video without words', many: 'Videos' },
  galleries: { unnamed: 'Gallery without words', many: 'Galleries' },
  photos: { unnamed: 'Photo without words', many: 'Photos' },
  products: { unnamed: 'Product without words', many: 'Products' },
  comments: { unnamed: 'Comment without words', many: 'Comments' },
};

/** The item's title, or a label for items without one. */
export const contentTitle = ({ type, title }: { type: ModeratedType; title: string }): string =>
  title === '' ? contentTypeLabels[type].unnamed : title;
