/** The part of a locked text that everyone may read. */
import * as limits from '@contract/kernel/limits';

/** The beginning of a locked text. No character is cut in two. */
export const previewOf = (text: string): string => Array.from(text).slice(0, limits.lockedTextLengthMax).join('');
