/** What people are told of the data that the site keeps about them. */
import { button, greeting, momentOf, note, text } from './blocks';
import type { MailContent, Site } from './layout';

export interface PrivacyTemplateValues {
  'export-ready': { name: string; until: Date; link: string };
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
};
