/** Items of any kind that is bought or bookmarked, by id: what lists of mixed kinds are made of. */
import type { UnlockType } from '@contract/values';
import type { Context } from '../../platform/context';
import { galleryAnswers, videoAnswers, type GalleryAnswer, type VideoAnswer } from '../../content/items/asset-rows';
import { feedAnswers, type FeedAnswer } from '../../content/items/feed-rows';
import type { Reader } from './rows';

export type ItemAnswer = FeedAnswer | GalleryAnswer | VideoAnswer;

const answersOf = { feed: feedAnswers, gallery: galleryAnswers, video: videoAnswers } as const;

/** Items by id and kind as this reader meets them. Whether she may know of them was decided before. */
export async function itemAnswers(
  ctx: Context,
  reader: Reader,
  asked: readonly { kind: UnlockType; id: string }[],
): Promise<Map<string, ItemAnswer>> {
  const kinds = [...new Set(asked.map(({ kind }) => kind))];
  const answers = new Map<string, ItemAnswer>();
  for (const kind of kinds) {
    const ids = asked.filter((item) => item.kind === kind).map(({ id }) => id);
    for (const [id, answer] of await answersOf[kind](ctx, reader, ids)) answers.set(id, answer);
  }
  return answers;
}
