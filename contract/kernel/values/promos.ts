/** Values of site promotions and the rule for links. Separate, so that first pages load without it. */

export const promoPositions = ['top', 'bottom', 'left', 'right', 'middle'] as const;

/** State of a promotion: visible now, planned, over, or stopped by an operator. */
export const promoStates = ['shown', 'planned', 'over', 'stopped'] as const;
export type PromoState = (typeof promoStates)[number];

/**
 * `inside`: a path of this site. `outside`: an http(s) URL. null: anything else, e.g. `javascript:` and paths such as `//host` that
 * a browser would resolve to another site.
 */
export function linkKind(link: string): 'inside' | 'outside' | null {
  if (/^\/(?![/\\])[^\s\\]*$/.test(link)) return 'inside';
  if (!/^https?:\/\/[^\s\\]+$/i.test(link)) return null;
  return URL.canParse(link) ? 'outside' : null;
}
