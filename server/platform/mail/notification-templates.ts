/** Mails about unseen notifications. */
import { say, type Message } from '../languages/messages';
import { notificationSentence } from '../notification-texts';
import { button, greeting, note, safeName, text } from './blocks';
import type { Block, MailContent, Site } from './layout';

export interface NotificationTemplateValues {
  /** `actor` is null for notifications from the site; `count` is the number of grouped events. */
  unseen: {
    name: string;
    items: { actor: string | null; text: string; count: number; link: string }[];
    /** Number of further notifications that are not listed. */
    more: number;
    link: string;
    preferencesLink: string;
    unsubscribeLink: string;
  };
}
type Item = NotificationTemplateValues['unseen']['items'][number];

const sentence = ({ actor, ...item }: Item): Message => notificationSentence(actor === null ? null : safeName(actor, say`Someone`), item);

/** A single notification with a button, or a list with a link to all notifications. */
function itemBlocks(items: readonly Item[], more: number, link: string): Block[] {
  const [only] = items;
  if (only && items.length === 1 && more === 0) return [text(sentence(only)), button(say`Open`, only.link)];
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
      subject:
        total === 1 ? say`You have a new notification on ${site.name}` : say`You have ${String(total)} new notifications on ${site.name}`,
      preview: first ? sentence(first) : say`See what you missed.`,
      blocks: [
        greeting(name),
        text(say`Here’s what you missed:`),
        ...itemBlocks(items, more, link),
        note(say`Choose which emails you get and how often: ${preferencesLink}`),
        note(say`Unsubscribe without logging in: ${unsubscribeLink}`),
      ],
    };
  },
};
