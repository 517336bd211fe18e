/** Mails about data exports and account deletion. */
import { momentOf } from '../languages/formats';
import { say } from '../languages/messages';
import { button, greeting, note, text } from './blocks';
import type { MailContent, Site } from './layout';

export interface PrivacyTemplateValues {
  'export-ready': { name: string; until: Date; link: string };
  'account-deletion': { name: string; deletesAt: Date; loginLink: string };
  'account-kept': { name: string; securityLink: string };
}

export const privacyTemplates: {
  [T in keyof PrivacyTemplateValues]: (values: PrivacyTemplateValues[T], site: Site) => MailContent;
} = {
  'export-ready': ({ name, until, link }, site) => ({
    subject: say`Your ${site.name} data is ready to download`,
    preview: say`Download your profile, messages, purchases and files.`,
    blocks: [
      greeting(name),
      text(say`Your data archive from ${site.name} is ready to download.`),
      button(say`Download archive`, link),
      note(say`You can download it until ${momentOf(until)} while you’re logged in. If you didn’t request it, change your password.`),
    ],
  }),
  'account-deletion': ({ name, deletesAt, loginLink }, site) => ({
    subject: say`Your ${site.name} account will be deleted`,
    preview: say`Changed your mind? You can still keep it.`,
    blocks: [
      greeting(name),
      text(say`You asked us to delete your ${site.name} account. It’s now hidden, nothing renews, and all devices were logged out.`),
      text(say`It will be permanently deleted on ${momentOf(deletesAt)}. Until then, you can log in and keep it. Everything comes back.`),
      button(say`Log in and keep account`, loginLink),
      note(say`If this wasn’t you, log in, keep your account and change your password.`),
    ],
  }),
  'account-kept': ({ name, securityLink }, site) => ({
    subject: say`Your ${site.name} account won’t be deleted`,
    preview: say`The deletion was canceled.`,
    blocks: [
      greeting(name),
      text(say`The deletion of your ${site.name} account was canceled. Everything is back.`),
      text(say`If this was you, no action is needed. If not, change your password.`),
      button(say`Check your account`, securityLink),
    ],
  }),
};
