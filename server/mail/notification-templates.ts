/** What people are mailed of that they have not seen on the site. */
import { button, greeting, note, shownName, text } from './blocks';
import { oneLine, type Block, type MailContent, type Site } from './layout';

export interface NotificationTemplateValues {
  /** `actor` is null where nobody caused it; `count` is how many it stands for. */
  unseen: {
    name: string;
    items: { actor: string | null; text: string; count: number; link: string }[];
    /** How many more there are than those named. */
    more: number;
    link: string;
    preferencesLink: string;
  };
}
type Item = NotificationTemplateValues['unseen']['items'][number];

function sentence({ actor, text: words, count }: Item): string {
  const said = actor === null ? words : `${shownName(actor, 'Somebody')} ${words}`;
  return oneLine(count > 1 ? `${said} (${String(count)} in all)` : said);
}

/** A button for a single thing; for several their list, and where all of them are. */
function ways(items: readonly Item[], more: number, link: string): Block[] {
  const [only] = items;
  if (only && items.length === 1 && more === 0) return [text(sentence(only)), button('Open it', only.link)];
  const rest = more === 0 ? [] : [text(`And ${String(more)} more.`)];
  return [...items.map((item) => text(`· ${sentence(item)}`)), ...rest, button('See your notifications', link)];
}

export const notificationTemplates: {
  [T in keyof NotificationTemplateValues]: (values: NotificationTemplateValues[T], site: Site) => MailContent;
} = {
  unseen: ({ name, items, more, link, preferencesLink }, site) => {
    const total = items.length + more;
    const [first] = items;
    return {
      subject: total === 1 ? `News for you at ${site.name}` : `${String(total)} things happened at ${site.name}`,
      preview: first ? sentence(first) : 'You have not seen this yet.',
      blocks: [
        greeting(name),
        text('You have not seen this yet:'),
        ...ways(items, more, link),
        note(`You choose what we mail to you, and how often: ${preferencesLink}`),
      ],
    };
  },
};
