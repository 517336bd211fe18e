/** The targets of audit entries: their labels, and their pages in the console. */
import type { Right } from '@contract/kernel/rights';
import { settingRules } from '@contract/kernel/settings';
import type { AuditEntry } from './requests';

interface TargetPage {
  href: string;
  /** The right that opens that page. */
  right: Right;
}

const labels: Readonly<Record<string, string>> = {
  account: 'Account',
  adjustment: 'Correction',
  api_key: 'API key',
  charge: 'Charge',
  contact_message: 'Contact message',
  coupon: 'Coupon',
  dispute: 'Dispute',
  endpoint: 'Endpoint',
  file: 'File',
  invitation: 'Invitation',
  job: 'Job',
  mail: 'Email',
  message: 'Message',
  order: 'Order',
  package: 'Token package',
  page: 'Page',
  promo: 'Promotion',
  'mail-address': 'Email address',
  payment: 'Payment',
  payout: 'Payout',
  'payout-batch': 'Payment file',
  performer: 'Creator',
  report: 'Report',
  setting: 'Setting',
  site: 'Site',
  stream: 'Live stream',
  subscription: 'Subscription',
  webhook: 'Webhook',
};

export const targetLabel = (type: string): string => labels[type] ?? type;

/** Target types whose items have their own page below these paths. */
const pages: Readonly<Record<string, TargetPage>> = {
  account: { href: '/admin/users', right: 'people.read' },
  performer: { href: '/admin/performers', right: 'people.read' },
  report: { href: '/admin/reports', right: 'reports.decide' },
  payout: { href: '/admin/payouts', right: 'payouts.decide' },
  dispute: { href: '/admin/disputes', right: 'money.read' },
  mail: { href: '/admin/mails', right: 'mails.read' },
  page: { href: '/admin/pages', right: 'site.write' },
};

/** Targets of the type `site`, by their ID. */
const singletonPages: Readonly<Record<string, TargetPage>> = {
  'blocked-countries': { href: '/admin/countries', right: 'countries.change' },
  words: { href: '/admin/words', right: 'words.change' },
  menus: { href: '/admin/menus', right: 'site.write' },
};

const settingPage = (key: string): TargetPage | null => {
  const rule = Object.entries(settingRules).find(([name]) => name === key)?.[1];
  return rule === undefined ? null : { href: `/admin/settings/${rule.group}`, right: 'settings.read' };
};

/** The console page of an entry's target; null where there is none, or the target was deleted. */
export function targetPageOf({ action, targetType, targetId }: Pick<AuditEntry, 'action' | 'targetType' | 'targetId'>): TargetPage | null {
  if (action === 'page.delete') return null;
  if (targetType === 'setting') return settingPage(targetId);
  if (targetType === 'site') return singletonPages[targetId] ?? null;
  const page = pages[targetType];
  return page === undefined ? null : { ...page, href: `${page.href}/${encodeURIComponent(targetId)}` };
}
