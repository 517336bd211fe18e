/** What the site points to: where it stands, how it is in its time, and where it may lead. Apart, so that first pages come without it. */

export const promoPositions = ['top', 'bottom', 'left', 'right', 'middle'] as const;

/** Where a promotion is in its time: an operator stopped it, it is still to come, seen now, or over. */
export const promoStates = ['shown', 'planned', 'over', 'stopped'] as const;
export type PromoState = (typeof promoStates)[number];

/** A path of this site, or an address of another; nothing that a browser would run, and nothing that only looks like a path. */
export function kindOfLink(link: string): 'inside' | 'outside' | null {
  if (/^\/(?![/\\])[^\s\\]*$/.test(link)) return 'inside';
  if (!/^https?:\/\/[^\s\\]+$/i.test(link)) return null;
  return URL.canParse(link) ? 'outside' : null;
}
export const linkRule = 'Use a path of this site that begins with /, or an address that begins with https://.';
