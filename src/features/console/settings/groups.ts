/** Labels of the groups of settings, in display order. */
import type { SettingGroup } from '@contract/kernel/settings';

export const groupLabels: Record<SettingGroup, { title: string; description: string }> = {
  general: { title: 'Site', description: 'The site’s name, its contact email and its currency.' },
  maintenance: { title: 'Maintenance', description: 'Close the site to everyone except operators while you work on it.' },
  registration: { title: 'Sign-up', description: 'What new users must do before they can log in.' },
  pricing: { title: 'Prices and limits', description: 'Limits for prices, tips, top-ups and payouts.' },
  commission: { title: 'Commission', description: 'The site’s share of each sale. Changes apply to future sales.' },
  payment: { title: 'Payment gateway', description: 'Without API keys, the site runs in test mode and no real money moves.' },
  storage: { title: 'Storage', description: 'Test the connection to your file storage.' },
  geo: { title: 'Visitor countries', description: 'Check which country an IP address belongs to.' },
  streaming: { title: 'Streaming engine', description: 'The engine that delivers live video.' },
  mail: { title: 'Email', description: 'Send a test email to check your email server.' },
  social: { title: 'Social login', description: 'Let people log in with an account from another service.' },
  captcha: { title: 'Captcha', description: 'Keeps bots away from sign-up, password reset and the contact form.' },
  analytics: { title: 'Analytics', description: 'Add a measurement ID to count page views. Nothing else is tracked.' },
  texts: { title: 'Texts', description: 'Texts on the home page and in the footer of every page.' },
  look: { title: 'Appearance', description: 'The site’s images. Uploading a new one replaces the old one immediately.' },
  seo: { title: 'Search engines', description: 'How the home page appears in search results and link previews.' },
  security: { title: 'Security', description: 'Passwords, two-step verification, age check and document retention.' },
};

const order = Object.keys(groupLabels) as SettingGroup[];
export const groupsInOrder = order.map((group) => ({ group, ...groupLabels[group] }));
