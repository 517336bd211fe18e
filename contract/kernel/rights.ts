/** Rights of operators, and the bundles in which they are given. Plain values: the browser imports them too. */

/** Every right with its description on screen. Each endpoint of the console names the right that it needs. */
export const rights = {
  'overview.read': 'View the site overview',
  'people.read': 'View accounts, sessions and notes',
  'people.change': 'Edit accounts and end their sessions',
  'people.suspend': 'Suspend and restore accounts',
  'papers.decide': 'View and decide on creators’ ID documents',
  'content.moderate': 'Take down, restore and delete content, and end live streams',
  'reports.decide': 'Decide on reports',
  'appeals.decide': 'Decide on appeals',
  'money.read': 'View payments, charges, earnings, the ledger and the ledger check',
  'money.refund': 'Issue refunds',
  'money.correct': 'Propose and approve ledger corrections',
  'payouts.decide': 'View and decide on payout requests',
  'commission.change': 'Change a creator’s commission',
  'orders.change': 'View orders and update their status',
  'subscriptions.change': 'View, cancel and extend subscriptions',
  'offers.change': 'Manage coupons and token packages',
  'settings.read': 'View settings',
  'settings.change': 'Change settings, including maintenance mode',
  'countries.change': 'Block countries',
  'site.write': 'Edit pages, menus and promotions, and view email templates',
  'words.change': 'Manage watched words',
  'inbox.answer': 'Read and answer contact form messages',
  'mails.read': 'View the email outbox',
  'jobs.retry': 'View background jobs and retry failed jobs',
  'team.change': 'Invite operators, change their permissions and remove them',
  'audit.read': 'View the audit log',
  'keys.change': 'Create and remove API keys',
  'webhooks.change': 'Set up webhooks and resend deliveries',
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
