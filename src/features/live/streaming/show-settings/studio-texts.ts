/** Texts for past shows. */
import type { StreamEndReason } from '@contract/kernel/values/live';
import { countWords } from '@web/lib/i18n/counts';

export const endReasonTexts: Record<StreamEndReason, string> = {
  owner: 'You ended it.',
  lost: 'It ended because no picture came for a minute.',
  operator: 'The site’s team ended it. Your notifications say why.',
};

/** `1 minute`, `12 minutes`; seconds below one minute. */
export function durationText(seconds: number): string {
  return seconds < 60 ? countWords(Math.floor(seconds), 'second') : countWords(Math.floor(seconds / 60), 'minute');
}

export const openingStudioText = (): string => 'Opening the studio…';
