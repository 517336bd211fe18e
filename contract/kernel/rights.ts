/** Rights of operators, and the bundles in which they are given. Plain values: the browser imports them too. */

/** Every right with its description on screen. Each endpoint of the console names the right that it needs. */
export const rights = {
  'overview.read': 'See how the site is doing',
  'people.read': 'See accounts, their sessions and their notes',
  'people.change': 'Change accounts and end their sessions',
  'people.suspend': 'Suspend accounts and restore them',
  'papers.decide': 'Read the documents of performers and decide on them',
  'content.moderate': 'Hide, restore and delete what people publish, and end shows',
  'reports.decide': 'Decide on reports',
  'appeals.decide': 'Decide on appeals',
  'money.read': 'See payments, charges, earnings, the ledger and its check',
  'money.refund': 'Give money back',
  'money.correct': 'Propose and approve corrections of the ledger',
  'payouts.decide': 'See payout requests and decide on them',
  'commission.change': "Change a performer's commission",
  'orders.change': 'See orders and say how far they are',
  'subscriptions.change': 'See, cancel and extend subscriptions',
  'offers.change': 'Change coupons and token packages',
  'settings.read': 'See the settings',
  'settings.change': 'Change the settings, maintenance included',
  'countries.change': 'Close the site to countries',
  'site.write': 'Write pages, menus, promotions and see the texts of mails',
  'words.change': 'Change the filter of words',
  'inbox.answer': 'Read and answer messages of the contact form',
  'mails.read': 'Read the mail outbox',
  'jobs.retry': 'See background jobs and run failed ones again',
  'team.change': 'Invite operators, change their rights and remove them',
  'audit.read': 'Read the audit log',
  'keys.change': 'Make and remove API keys',
  'webhooks.change': 'Set up webhooks and send deliveries again',
} as const;

export type Right = keyof typeof rights;
export const allRights = Object.keys(rights) as [Right, ...Right[]];

/** Rights that API keys can have. Only people can change the team and the keys. */
export const keyRights = allRights.filter((right) => right !== 'team.change' && right !== 'keys.change') as [KeyRight, ...KeyRight[]];
export type KeyRight = Exclude<Right, 'team.change' | 'keys.change'>;

/** Predefined sets of rights. An owner has every right, including those that later versions add. */
export const bundles = {
  owner: allRights,
  support: ['overview.read', 'people.read', 'people.change', 'orders.change', 'subscriptions.change', 'inbox.answer', 'mails.read'],
  moderator: [
    'overview.read',
    'people.read',
    'people.suspend',
    'papers.decide',
    'content.moderate',
    'reports.decide',
    'appeals.decide',
    'words.change',
    'inbox.answer',
  ],
  finance: [
    'overview.read',
    'people.read',
    'money.read',
    'money.refund',
    'money.correct',
    'payouts.decide',
    'commission.change',
    'orders.change',
    'subscriptions.change',
    'offers.change',
  ],
} as const satisfies Record<string, readonly Right[]>;

/** Labels of the bundles on screen. */
export const bundleLabels = {
  owner: 'Owner: everything',
  support: 'Support: accounts, orders and messages',
  moderator: 'Moderator: content, reports and documents',
  finance: 'Finance: money, payouts and prices',
} as const satisfies Record<keyof typeof bundles, string>;

export type Bundle = keyof typeof bundles;
export const bundleNames = Object.keys(bundles) as [Bundle, ...Bundle[]];
