/** What people are mailed of that they have not seen on the site. */
import { say, type Words } from '../../languages/say';
import { happened } from '../notification-texts';
import { button, greeting, note, shownName, text } from '../../mail/blocks';
import type { Block, MailContent, Site } from './layout';

export interface NotificationTemplateValues {
  /** `actor` is null where nobody caused it; `count` is how many it stands for. */
  unseen: {
    name: string;
    items: { actor: string | null; text: string; count: number; link: string }[];
    /** How many more there are than those named. */
    more: number;
    link: string;
    preferencesLink: string;
    unsubscribeLink: string;
  };
}
type Item = NotificationTemplateValues['unseen']['items'][number];

const sentence = ({ actor, ...item }: Item): Words => happened(actor === null ? null : shownName(actor, say`Somebody`), item);

/** A button for a single thing; for several their list, and where all of them are. */
function ways(items: readonly Item[], more: number, link: string): Block[] {
  const [only] = items;
  if (only && items.length === 1 && more === 0) return [text(sentence(only)), button(say`Open it`, only.link)];
  const rest = more === 0 ? [] : [text(say`And ${String(more)} more.`)];
  return [...items.map((item) => text(say`· ${sentence(item)}`)), ...rest, button(say`See your notifications`, link)];
}

export const notificationTemplates: {
  [T in keyof NotificationTemplateValues]: (values: NotificationTemplateValues[T], site: Site) => MailContent;
} = {
  unseen: ({ name, items, more, link, preferencesLink, unsubscribeLink }, site) => {
    const total = items.length + more;
    const [first] = items;
    return {
      subject: total === 1 ? say`News for you at ${site.name}` : say`${String(total)} things happened at ${site.name}`,
      preview: first ? sentence(first) : say`You have not seen this yet.`,
      blocks: [
        greeting(name),
        text(say`You have not seen this yet:`),
        ...ways(items, more, link),
        note(say`You choose what we mail to you, and how often: ${preferencesLink}`),
        note(say`To get no more of these e-mails, without logging in: ${unsubscribeLink}`),
      ],
    };
  },
};
