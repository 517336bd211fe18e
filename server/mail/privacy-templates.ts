/** What people are told of the data that the site keeps about them. */
import { button, greeting, momentOf, note, text } from './blocks';
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
    subject: `Your data from ${site.name} is ready`,
    preview: 'One archive with pages to read and files to keep.',
    blocks: [
      greeting(name),
      text(`The archive of your data from ${site.name} is ready.`),
      button('Download it', link),
      note(
        `It is there until ${momentOf(until)}, and opens only while you are logged in. If you did not ask for it, change your password.`,
      ),
    ],
  }),
  'account-deletion': ({ name, deletesAt, loginLink }, site) => ({
    subject: `Your account at ${site.name} will be deleted`,
    preview: 'You can come back until then.',
    blocks: [
      greeting(name),
      text(`You asked to delete your account at ${site.name}. Nobody sees it any more, nothing renews, and all devices were logged out.`),
      text(`On ${momentOf(deletesAt)} it is erased for good. Until then you can log in and keep it; everything comes back then.`),
      button('Log in to keep it', loginLink),
      note('If it was not you, log in, keep the account, and change your password.'),
    ],
  }),
  'account-kept': ({ name, securityLink }, site) => ({
    subject: `Your account at ${site.name} stays`,
    preview: 'It is not deleted.',
    blocks: [
      greeting(name),
      text(`Your account at ${site.name} was going to be deleted. That has been taken back: everything is there again.`),
      text('If it was you, there is nothing to do. If not, change your password.'),
      button('Check your account', securityLink),
    ],
  }),
};
