/** Texts of the studio and of past shows. */
import type { StreamEndReason } from '@contract/kernel/values/live';
import { countWords } from '@web/lib/i18n/counts';

export const endReasonTexts: Record<StreamEndReason, string> = {
  owner: 'You ended the stream.',
  lost: 'Your stream ended because we received no video for a minute.',
  operator: 'Our team ended your stream. See your notifications for the reason.',
};

/** `1 minute`, `12 minutes`; seconds below one minute. */
export function durationText(seconds: number): string {
  return seconds < 60 ? countWords(Math.floor(seconds), 'second') : countWords(Math.floor(seconds / 60), 'minute');
}

export const openingStudioText = (): string => 'Opening the studio…';
