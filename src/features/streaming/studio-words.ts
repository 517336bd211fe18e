/** How past shows are told. */
import type { StreamEndReason } from '@contract/values';

export const endWords: Record<StreamEndReason, string> = {
  owner: 'You ended it.',
  lost: 'It ended because no picture came for a minute.',
  operator: 'The site’s team ended it. Your notifications say why.',
};

/** `1 minute`, `12 minutes`; seconds below one. */
export function lengthOf(seconds: number): string {
  if (seconds < 60) return `${String(Math.floor(seconds))} seconds`;
  const minutes = Math.floor(seconds / 60);
  return minutes === 1 ? '1 minute' : `${String(minutes)} minutes`;
}

export const openingStudio = (): string => 'Opening the studio…';
