/** Rights that performers can give to delegates. Plain values: the browser imports them too. */

/** Every right that a performer can give, with its name and description on screen. */
export const delegateRights = {
  content: { name: 'Content', description: 'Publish, edit and delete posts, photos, galleries and videos, and set their prices' },
  messages: { name: 'Messages', description: 'Read private messages, reply with text, photos and videos, and set prices' },
} as const;

export type DelegateRight = keyof typeof delegateRights;
export const allDelegateRights = Object.keys(delegateRights) as [DelegateRight, ...DelegateRight[]];

/** What delegates can never access, whatever their rights. Shown on screen. */
export const neverForDelegates = [
  'Earnings, payouts and subscription prices',
  'ID documents, bank details and addresses',
  'Password, devices and other settings',
  'Mass messages and information about fans',
  'Other managers',
] as const;
