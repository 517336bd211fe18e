/** What performers may let others do for them. Plain values: the browser reads them too. */

/** Every right that a performer can give, in words: what it opens. */
export const helperRights = {
  content: { name: 'Content', may: 'Publish, change and delete posts, photos, galleries and videos, and set what each costs' },
} as const;

export type HelperRight = keyof typeof helperRights;
export const allHelperRights = Object.keys(helperRights) as [HelperRight, ...HelperRight[]];

/** What no right of a helper opens. */
export const neverForHelpers = [
  'Earnings, payouts and what a subscription costs',
  'Documents, bank details and addresses',
  'The password, devices and other settings',
  'Other helpers',
] as const;
