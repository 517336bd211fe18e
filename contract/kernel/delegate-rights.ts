/** What performers may let others do for them. Plain values: the browser reads them too. */

/** Every right that a performer can give, in words: what it opens. */
export const helperRights = {
  content: { name: 'Content', may: 'Publish, change and delete posts, photos, galleries and videos, and set what each costs' },
  messages: { name: 'Messages', may: 'Read private messages, answer them with words, photos and videos, and set what those cost' },
} as const;

export type HelperRight = keyof typeof helperRights;
export const allHelperRights = Object.keys(helperRights) as [HelperRight, ...HelperRight[]];

/** What no right of a helper opens. */
export const neverForHelpers = [
  'Earnings, payouts and what a subscription costs',
  'Documents, bank details and addresses',
  'The password, devices and other settings',
  'Messages to many at once, and what is known of fans',
  'Other helpers',
] as const;
