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
    subject: say`Your data from ${site.name} is ready`,
    preview: say`One archive with pages to read and files to keep.`,
    blocks: [
      greeting(name),
      text(say`The archive of your data from ${site.name} is ready.`),
      button(say`Download it`, link),
      note(
        say`It is there until ${momentOf(until)}, and opens only while you are logged in. If you did not ask for it, change your password.`,
      ),
    ],
  }),
  'account-deletion': ({ name, deletesAt, loginLink }, site) => ({
    subject: say`Your account at ${site.name} will be deleted`,
    preview: say`You can come back until then.`,
    blocks: [
      greeting(name),
      text(
        say`You asked to delete your account at ${site.name}. Nobody sees it any more, nothing renews, and all devices were logged out.`,
      ),
      text(say`On ${momentOf(deletesAt)} it is erased for good. Until then you can log in and keep it; everything comes back then.`),
      button(say`Log in to keep it`, loginLink),
      note(say`If it was not you, log in, keep the account, and change your password.`),
    ],
  }),
  'account-kept': ({ name, securityLink }, site) => ({
    subject: say`Your account at ${site.name} stays`,
    preview: say`It is not deleted.`,
    blocks: [
      greeting(name),
      text(say`Your account at ${site.name} was going to be deleted. That has been taken back: everything is there again.`),
      text(say`If it was you, there is nothing to do. If not, change your password.`),
      button(say`Check your account`, securityLink),
    ],
  }),
};
