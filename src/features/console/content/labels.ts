/** Labels of content types. */
import type { ModeratedType } from '@contract/kernel/values/moderation';

export const contentTypeLabels: Readonly<Record<ModeratedType, { unnamed: string; many: string }>> = {
  feeds: { unnamed: 'Untitled post', many: 'Posts' },
  videos: { unnamed: 'Untitled video', many: 'Videos' },
  galleries: { unnamed: 'Untitled gallery', many: 'Galleries' },
  photos: { unnamed: 'Untitled photo', many: 'Photos' },
  products: { unnamed: 'Untitled product', many: 'Products' },
  comments: { unnamed: 'Comment without text', many: 'Comments' },
};

/** The item's title, or a label for items without one. */
export const contentTitle = ({ type, title }: { type: ModeratedType; title: string }): string =>
  title === '' ? contentTypeLabels[type].unnamed : title;
