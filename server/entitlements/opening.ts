/** What everybody may read of a text that is not open to all. */
import * as limits from '@contract/kernel/limits';

/** As much of a locked text as everybody may read; no sign of it is cut in two. */
export const openingOf = (text: string): string => Array.from(text).slice(0, limits.lockedTextLengthMax).join('');
