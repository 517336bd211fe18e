/** Rights that performers can give to delegates. Plain values: the browser imports them too. */

/** Every right that a performer can give, with its name and description on screen. */
export const delegateRights = {
  content: { name: 'Content', may: 'Publish, change and delete posts, photos, galleries and videos, and set what each costs' },
  messages: { name: 'Messages', may: 'Read private messages, answer them with words, photos and videos, and set what those cost' },
} as const;

export type DelegateRight = keyof typeof delegateRights;
export const allDelegateRights = Object.keys(delegateRights) as [DelegateRight, ...DelegateRight[]];

/** What delegates can never access, whatever their rights. Shown on screen. */
export const neverForDelegates = [
  'Earnings, payouts and what a subscription costs',
  'Documents, bank details and addresses',
  'The password, devices and other settings',
  'Messages to many at once, and what is known of fans',
  'Other managers',
] as const;
