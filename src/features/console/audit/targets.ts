/** What entries are about: in words, and where the console shows it. */
import type { Right } from '@contract/kernel/rights';
import { settingRules } from '@contract/kernel/settings';
import type { Entry } from './requests';

interface Place {
  href: string;
  /** What it takes to see that page. */
  right: Right;
}

const words: Readonly<Record<string, string>> = {
  account: 'Account',
  adjustment: 'Correction',
  api_key: 'API key',
  charge: 'Charge',
  contact_message: 'Message to the site',
  coupon: 'Coupon',
  endpoint: 'Endpoint',
  file: 'File',
  invitation: 'Invitation',
  job: 'Job',
  mail: 'Mail',
  message: 'Message',
  order: 'Order',
  package: 'Token package',
  page: 'Page',
  promo: 'Promotion',
  payment: 'Payment',
  payout: 'Payout',
  'payout-batch': 'Payment file',
  performer: 'Performer',
  report: 'Report',
  setting: 'Setting',
  site: 'The site',
  stream: 'Show',
  subscription: 'Subscription',
  webhook: 'Webhook',
};

export const targetWords = (type: string): string => words[type] ?? type;

/** Things with a page of their own below these. */
const pages: Readonly<Record<string, Place>> = {
  account: { href: '/admin/users', right: 'people.read' },
  performer: { href: '/admin/performers', right: 'people.read' },
  report: { href: '/admin/reports', right: 'reports.decide' },
  payout: { href: '/admin/payouts', right: 'payouts.decide' },
  mail: { href: '/admin/mails', right: 'mails.read' },
  page: { href: '/admin/pages', right: 'site.write' },
};

/** Things of which there is one. */
const singles: Readonly<Record<string, Place>> = {
  'blocked-countries': { href: '/admin/countries', right: 'countries.change' },
  words: { href: '/admin/words', right: 'words.change' },
  menus: { href: '/admin/menus', right: 'site.write' },
};

const settingPlace = (key: string): Place | null => {
  const rule = Object.entries(settingRules).find(([name]) => name === key)?.[1];
  return rule === undefined ? null : { href: `/admin/settings/${rule.group}`, right: 'settings.read' };
};

/** Where the console shows what an entry is about; null where it does not, or no more. */
export function placeOf({ action, targetType, targetId }: Pick<Entry, 'action' | 'targetType' | 'targetId'>): Place | null {
  if (action === 'page.delete') return null;
  if (targetType === 'setting') return settingPlace(targetId);
  if (targetType === 'site') return singles[targetId] ?? null;
  const page = pages[targetType];
  return page === undefined ? null : { ...page, href: `${page.href}/${encodeURIComponent(targetId)}` };
}
