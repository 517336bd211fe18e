/** Paths for delegates of performers. Kept in a small module, since many pages link to them. */
import type { DelegateRight } from '@contract/kernel/delegate-rights';

/** The list of performers that an account acts for. */
export const delegationsPath = '/helping';

/** The page for each right. */
const pathByRight: Readonly<Record<DelegateRight, string>> = { content: '/creator/content', messages: '/messages' };

/** The performer's content, for delegates. */
export const delegateContentPath = pathByRight.content;

/** The first page that these rights open. */
export const firstDelegatePath = (rights: readonly DelegateRight[]): string => pathByRight[rights[0] ?? 'content'];
