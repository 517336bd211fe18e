/** Taking what people publish from everybody, at once and on every surface: an item by its listing, a comment by its thread. */
import { itemKinds, type ItemKind } from '@contract/values';
import type { Context } from '../../context';
import { setCommentHidden } from '../comments/comments';
import { setHidden } from '../items/items';

export type ContentTarget = ItemKind | 'comment';

const isItem = (target: ContentTarget): target is ItemKind => (itemKinds as readonly string[]).includes(target);

/** Hides it, or gives it back whole. Answers whether that changed anything. */
const turn = (tx: Context, target: ContentTarget, id: string, isHidden: boolean): Promise<boolean> =>
  isItem(target) ? setHidden(tx, id, isHidden) : setCommentHidden(tx, id, isHidden);

/** Hides something in the transaction of `tx`; its counts, likes, comments and sales stay as they are. Answers whether that changed anything. */
export const hideContent = (tx: Context, target: ContentTarget, id: string): Promise<boolean> => turn(tx, target, id, true);
