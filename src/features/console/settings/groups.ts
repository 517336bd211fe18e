/** Labels of the groups of settings, in display order. */
import type { SettingGroup } from '@contract/kernel/settings';

export const groupLabels: Record<SettingGroup, { title: string; description: string }> = {
  general: { title: 'Site', description: 'The name that people see, and where their messages arrive.' },
  maintenance: { title: 'Maintenance', description: 'Close the site for everybody but operators while you work on it.' },
  registration: { title: 'Registration', description: 'What new accounts must do before they log in.' },
  pricing: { title: 'Prices and limits', description: 'The bounds within which performers set prices and fans pay.' },
  commission: { title: 'Commission', description: "The site's share of each sale. It holds for sales made from now on." },
  payment: { title: 'Payment gateway', description: 'Without keys in the environment the site runs as a sandbox: no real money moves.' },
  storage: { title: 'Storage', description: 'Where files lie, a folder or a bucket, stands in the environment. Here you can try it.' },
  geo: { title: 'Countries of visitors', description: 'Which country an address belongs to is read from a file that comes with the site.' },
  streaming: { title: 'Live engine', description: 'The engine that carries live pictures.' },
  mail: { title: 'Mail', description: 'The mail server stands in the environment. Here you can try it.' },
  social: { title: 'Social sign-in', description: 'Ways to log in with an account of another site.' },
  captcha: { title: 'Captcha', description: 'Keeps robots away from registration, forgotten passwords and the contact form.' },
  analytics: { title: 'Analytics', description: 'With an id, page views are counted. Nothing else is.' },
  texts: { title: 'Texts', description: 'Words on the first page and at the foot of every page.' },
  look: { title: 'Look', description: 'Pictures of the site. A new one replaces the old at once.' },
  seo: { title: 'Search engines', description: 'How the first page presents itself in searches and previews.' },
  security: { title: 'Security', description: 'How passwords travel.' },
};

const order = Object.keys(groupLabels) as SettingGroup[];
export const groupsInOrder = order.map((group) => ({ group, ...groupLabels[group] }));
