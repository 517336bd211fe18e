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
    shortDescription: 'What you can expect from us, and what we expect from you.',
    sections: [
      [
        'Who can use this site',
        'You must be 18 or older. You only need one account. Use an email address that belongs to you, and keep your password to yourself.',
      ],
      [
        'What fans get',
        'Following a creator is free. A subscription unlocks what the creator shares with subscribers, for the period you pay for. You always see the price before you pay, and a price change never affects a period that has already started.',
      ],
      [
        'What creators agree to',
        'Creators publish only what they made or have the right to use. Everyone who appears in it is an adult and has agreed to it. Creators verify their identity before their page opens, and set their own prices within this site’s limits.',
      ],
      [
        'What isn’t allowed',
        'We don’t allow anything that shows or sexualizes minors, violence against people or animals, content without the consent of everyone in it, threats, hate, fraud or spam. We remove this content, close accounts and report crimes.',
      ],
      [
        'Tokens and refunds',
        'Tokens are a balance on this site and have no value anywhere else. If you can’t open something you paid for, contact us and we’ll refund it.',
      ],
      [
        'Closing your account',
        'You can close your account at any time. We may suspend an account that breaks these terms. If we do, we’ll tell you why, and you can ask us to review the decision.',
      ],
    ],
  },
  {
    slug: 'privacy',
    title: 'Privacy',
    shortDescription: 'What data we store, why, and for how long.',
    sections: [
      [
        'What we store',
        'Your account, what you write and upload, what you buy, and the devices you log in from. We store your password only as a hash, which can’t be turned back into the password.',
      ],
      [
        'Creators’ identity documents',
        'Documents that verify a creator’s identity are stored encrypted. Only the creator and our team can open them, and we record every time someone does.',
      ],
      [
        'IP addresses and countries',
        'Your IP address tells us which country you’re visiting from, because some pages aren’t available everywhere. We count page visits without storing your IP address.',
      ],
      [
        'What others see',
        'Creators see your name, username and profile photo, but never your email address. You can hide whether you’re online.',
      ],
      [
        'Cookies',
        'One cookie keeps you logged in, one lets you open media, and two remember your theme and text size. We measure visits only if our team has turned that on for this site.',
      ],
      [
        'Your rights',
        'You can view and correct your data in your account settings. There, you can also download a copy of it or delete your account.',
      ],
    ],
  },
  {
    slug: 'accessibility',
    title: 'Accessibility',
    shortDescription: 'How to read and use this site in the way that works best for you.',
    sections: [
      [
        'What works',
        'You can use everything with a keyboard and read everything with a screen reader. Text and controls have strong contrast in both the light and the dark theme.',
      ],
      [
        'Text size',
        'Choose a text size from 87.5% to 200% in the menu under your profile photo, or with the text size button if you’re not logged in. We also respect the text size you set in your browser.',
      ],
      ['Motion', 'If your device is set to reduce motion, nothing moves on its own.'],
      [
        'Tell us',
        'Is something not working for you? Write to us through the contact page, and tell us which page and which device you’re using.',
      ],
    ],
  },
  {
    slug: 'fees',
    title: 'Fees',
    shortDescription: 'What the site keeps from each sale, in plain numbers.',
    sections: [
      ['For fans', 'You pay the price you see. Nothing is added.'],
      [
        'For creators',
        'The site keeps a share of each sale, and the rest is yours. You can see the current share in your account and on the home page. It starts at 20%: when a fan pays 10.00 for a subscription, you receive 8.00.',
      ],
      [
        'Payouts',
        'You can request a payout as soon as your earnings reach the minimum shown in your account. Our team reviews each request.',
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
