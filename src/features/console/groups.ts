/** How the groups of settings are named on the screen, in the order in which they are offered. */
import type { SettingGroup } from '@contract/kernel/settings';

export const groupLabels: Record<SettingGroup, { title: string; about: string }> = {
  general: { title: 'Site', about: 'The name that people see, and where their messages arrive.' },
  maintenance: { title: 'Maintenance', about: 'Close the site for everybody but operators while you work on it.' },
  registration: { title: 'Registration', about: 'What new accounts must do before they log in.' },
  pricing: { title: 'Prices and limits', about: 'The bounds within which performers set prices and fans pay.' },
  commission: { title: 'Commission', about: "The site's share of each sale. It holds for sales made from now on." },
  payment: { title: 'Payment gateway', about: 'Without keys in the environment the site runs as a sandbox: no real money moves.' },
  storage: { title: 'Storage', about: 'Where files lie, a folder or a bucket, stands in the environment. Here you can try it.' },
  geo: { title: 'Countries of visitors', about: 'Which country an address belongs to is read from a file that comes with the site.' },
  streaming: { title: 'Live engine', about: 'The engine that carries live pictures.' },
  mail: { title: 'Mail', about: 'The mail server stands in the environment. Here you can try it.' },
  social: { title: 'Social sign-in', about: 'Ways to log in with an account of another site.' },
  captcha: { title: 'Captcha', about: 'Keeps robots away from registration, forgotten passwords and the contact form.' },
  analytics: { title: 'Analytics', about: 'With an id, page views are counted. Nothing else is.' },
  texts: { title: 'Texts', about: 'Words on the first page and at the foot of every page.' },
  look: { title: 'Look', about: 'Pictures of the site. A new one replaces the old at once.' },
  seo: { title: 'Search engines', about: 'How the first page presents itself in searches and previews.' },
  security: { title: 'Security', about: 'How passwords travel.' },
};

const order = Object.keys(groupLabels) as SettingGroup[];
export const groupsInOrder = order.map((group) => ({ group, ...groupLabels[group] }));
