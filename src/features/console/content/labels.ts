/** Kinds of content in words. */
import type { ModeratedType } from '@contract/values';

export const typeWords: Readonly<Record<ModeratedType, { unnamed: string; many: string }>> = {
  feeds: { unnamed: 'Post without words', many: 'Posts' },
  videos: { unnamed: 'Video without words', many: 'Videos' },
  galleries: { unnamed: 'Gallery without words', many: 'Galleries' },
  photos: { unnamed: 'Photo without words', many: 'Photos' },
  products: { unnamed: 'Product without words', many: 'Products' },
  comments: { unnamed: 'Comment without words', many: 'Comments' },
};

/** What it is called: its title, or that it has none. */
export const nameOf = ({ type, title }: { type: ModeratedType; title: string }): string => (title === '' ? typeWords[type].unnamed : title);
