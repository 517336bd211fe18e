/** How past shows are told. */
import type { StreamEndReason } from '@contract/values';
import { countWords } from '@web/lib/i18n/counts';

export const endWords: Record<StreamEndReason, string> = {
  owner: 'You ended it.',
  lost: 'It ended because no picture came for a minute.',
  operator: 'The site’s team ended it. Your notifications say why.',
};

/** `1 minute`, `12 minutes`; seconds below one. */
export function lengthOf(seconds: number): string {
  return seconds < 60 ? countWords(Math.floor(seconds), 'second') : countWords(Math.floor(seconds / 60), 'minute');
}

export const openingStudio = (): string => 'Opening the studio…';
