/**
 * The default pages of a new site. Operators have to read and change them before the site opens: no default text can know the law
 * that applies to them, their name and their address.
 */
import { inTransaction, type Context } from '../../platform/context';
import { notifyProcesses } from '../../platform/db/listen';
import { menus, sitePages } from '../../platform/db/schema/site';
import { takeAdvisoryLock } from '../../platform/db/advisory-lock';
import { escapeHtml } from '../../kernel/escape-html';

interface DefaultPage {
  slug: string;
  title: string;
  shortDescription: string;
  /** Headings with their paragraphs. */
  sections: readonly (readonly [heading: string, ...paragraphs: string[]])[];
}

const defaultPages: DefaultPage[] = [
  {
    slug: 'terms',
    title: 'Terms of use',
    shortDescription: 'What you may expect from this site, and what it expects from you.',
    sections: [
      [
        'Who may use this site',
        'You must be 18 or older. You need one account only, with an address that is yours, and you keep its password to yourself.',
      ],
      [
        'What fans get',
        'Following a performer is free. A subscription opens what the performer shares with subscribers, for the period that you pay for. Prices are shown before you pay, and a new price never changes a period that has begun.',
      ],
      [
        'What performers do',
        'Performers show only what they made or may use, and only people who are adults and agreed to it. They prove who they are before their page opens. They decide on their prices within the limits of this site.',
      ],
      [
        'What is not allowed',
        'Nothing that shows or sexualises minors, violence against people or animals, content without the consent of those shown, threats, hate, fraud or spam. We remove such content, close accounts, and report crimes.',
      ],
      [
        'Tokens and refunds',
        'Tokens are a balance on this site and have no value elsewhere. When something that you paid for cannot be opened, write to us and we refund it.',
      ],
      [
        'Ending',
        'You can close your account whenever you like. We may suspend an account that breaks these terms and say why; you can ask us to look again.',
      ],
    ],
  },
  {
    slug: 'privacy',
    title: 'Privacy',
    shortDescription: 'Which data this site keeps, why, and for how long.',
    sections: [
      [
        'What we keep',
        'Your account, what you write and upload, what you bought, and the devices that you log in from. Passwords are kept as a digest that cannot be read back.',
      ],
      [
        'Documents of performers',
        'Documents that prove who a performer is are stored encrypted. Only the performer and the people who run this site can open them, and every reading is written down.',
      ],
      [
        'Addresses and countries',
        'The address that you visit from tells us your country, because some pages are not available everywhere. Visits of a page are counted without keeping your address.',
      ],
      [
        'What others see',
        'Performers see your name, username and picture, never your e-mail address. You can hide whether you are online.',
      ],
      [
        'Cookies',
        'One cookie keeps you logged in, one opens media, and two remember theme and text size. Visits are measured only where the people who run this site switched that on.',
      ],
      [
        'Your rights',
        'You can read and correct your data in your account, and ask for a copy or for its removal through the contact page.',
      ],
    ],
  },
  {
    slug: 'accessibility',
    title: 'Accessibility',
    shortDescription: 'How to read and use this site in the way that suits you.',
    sections: [
      [
        'What works',
        'Everything can be reached by keyboard and read by screen readers. Text and controls keep strong contrast in the light and in the dark theme.',
      ],
      [
        'Text size',
        'Choose a text size from 87.5 to 200 percent under your picture. The size that you set in your browser is respected too.',
      ],
      ['Motion', 'Where your system asks for less motion, nothing moves by itself.'],
      ['Tell us', 'Something does not work for you? Write to us through the contact page and say which page and which device.'],
    ],
  },
  {
    slug: 'fees',
    title: 'Fees',
    shortDescription: 'What the site keeps of each sale, in plain numbers.',
    sections: [
      ['For fans', 'You pay the price that is shown. Nothing is added.'],
      [
        'For performers',
        'The site keeps a share of each sale, and the rest is yours. The share is shown in your account and on the first page; at first it is 20 percent. Of a subscription of 10.00 you then receive 8.00.',
      ],
      [
        'Payouts',
        'You can ask for a payout as soon as your earnings reach the smallest amount that your account shows. The people who run this site check each request.',
      ],
    ],
  },
];

const htmlOf = ({ sections }: DefaultPage): string =>
  sections
    .map(([heading, ...paragraphs]) => `<h2>${escapeHtml(heading)}</h2>${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('')}`)
    .join('');

/** Creates the default pages and footer links to them, unless the site has any page or menu. */
export async function ensureDefaultPages(ctx: Context): Promise<void> {
  await inTransaction(ctx, async ({ db, random, clock }) => {
    await takeAdvisoryLock(db, 'first pages');
    if ((await db.$count(sitePages)) + (await db.$count(menus)) > 0) return;
    const now = clock.now();
    await db.insert(sitePages).values(
      defaultPages.map((page, ordering) => ({
        id: random.id(),
        slug: page.slug,
        type: 'page' as const,
        title: page.title,
        shortDescription: page.shortDescription,
        content: htmlOf(page),
        status: 'published' as const,
        ordering,
        createdAt: now,
        updatedAt: now,
      })),
    );
    const entries = [...defaultPages.map(({ slug, title }) => ({ title, path: `/page/${slug}` })), { title: 'Contact', path: '/contact' }];
    await db.insert(menus).values(
      entries.map((entry, ordering) => ({
        id: random.id(),
        ...entry,
        isInternal: true,
        isNewTab: false,
        section: 'footer' as const,
        help: null,
        ordering,
      })),
    );
    await notifyProcesses(db, 'settings');
  });
  await ctx.settings.reload();
}
