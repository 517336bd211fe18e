/** What operators write for everybody: pages and menus; the mails of the site, and the words that nobody may write. Every change here leaves an audit entry. */
import { z } from 'zod';
import { endpoints } from '../endpoint';
import { AdminMenu, AdminPost, AdminPostWithContent, WordFilter } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { Email, fromQuery, Id, IdParam, pageOf, pageQuery, SiteLanguage, Text } from '../kernel/shapes';
import { menuSections, postStatuses, postTypes, wordActions, wordMatches } from '../values';

const { sitePage: page, menu, wordFilter } = limits;

const PostFields = z.object({
  slug: Text(page.slugLengthMax, 1)
    .toLowerCase()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use letters a to z and digits, with single hyphens between them.'),
  type: z.enum(postTypes).default('page'),
  title: Text(page.titleLengthMax, 1),
  shortDescription: Text(page.descriptionLengthMax).default(''),
  /** Any HTML; what is stored is cleaned. */
  content: z.string().max(page.contentLengthMax).default(''),
  status: z.enum(postStatuses).default('draft'),
  ordering: z.number().int().min(0).max(page.orderingMax).default(0),
});

const MenuEntry = z.object({
  /** Of an entry that there is; without it, or with one that is unknown, the entry is new. */
  _id: Id.optional(),
  title: Text(menu.titleLengthMax, 1),
  path: Text(menu.pathLengthMax, 1),
  isNewTab: z.boolean().default(false),
  section: z.enum(menuSections),
  help: Text(menu.helpLengthMax).nullable().default(null),
});

/** One of the site's, for a look at its mails; English without it. */
const MailLanguage = z.object({ language: SiteLanguage.optional() });
const TemplateParam = z.object({ name: Text(60, 1) });
const WordFilters = z.object({
  words: z
    .array(
      z.object({
        text: Text(wordFilter.lengthMax, 1),
        match: z.enum(wordMatches).default('word'),
        action: z.enum(wordActions).default('refuse'),
      }),
    )
    .max(wordFilter.wordsMax),
});

export default endpoints({
  'GET /admin/posts/search': {
    does: 'All pages and posts, drafts too, without their text.',
    access: 'operator',
    right: 'site.write',
    query: pageQuery(['ordering', 'title']).extend({ type: fromQuery(z.enum(postTypes)), status: fromQuery(z.enum(postStatuses)) }),
    answer: pageOf(AdminPost),
  },
  'GET /admin/posts/:id': {
    does: 'One page or post with its text, a draft too.',
    access: 'operator',
    right: 'site.write',
    params: IdParam,
    answer: AdminPostWithContent,
    fails: ['post_not_found'],
  },
  'POST /admin/posts': {
    does: 'Write a page or post. Its HTML is cleaned.',
    access: 'operator',
    right: 'site.write',
    body: PostFields,
    answer: AdminPostWithContent,
    fails: ['slug_taken', 'slug_reserved'],
  },
  'PUT /admin/posts/:id': {
    does: 'Change a page or post, publish it or take it back. Its HTML is cleaned.',
    access: 'operator',
    right: 'site.write',
    params: IdParam,
    body: PostFields,
    answer: AdminPostWithContent,
    fails: ['post_not_found', 'slug_taken', 'slug_reserved'],
  },
  'DELETE /admin/posts/:id': {
    does: 'Delete a page or post.',
    access: 'operator',
    right: 'site.write',
    params: IdParam,
    answer: z.object({ deleted: z.literal(true) }),
    fails: ['post_not_found'],
  },
  'GET /admin/menus': {
    does: 'The entries of all menus in their order, and which of them lead nowhere.',
    access: 'operator',
    right: 'site.write',
    answer: z.array(AdminMenu),
  },
  'PUT /admin/menus': {
    does: 'Replace all menus: entries stand in the order given. It holds at once on every host.',
    access: 'operator',
    right: 'site.write',
    body: z.object({ menus: z.array(MenuEntry).max(limits.menusMax) }),
    answer: z.array(AdminMenu),
    fails: ['menu_link_invalid'],
  },
  'GET /admin/keyword-filters': {
    does: 'The words that nobody may write where others read them.',
    access: 'operator',
    right: 'words.change',
    answer: z.object({ words: z.array(WordFilter) }),
  },
  'PUT /admin/keyword-filters': {
    does: 'Replace the words that nobody may write. It holds at once on every host, for what is written from now on.',
    access: 'operator',
    right: 'words.change',
    body: WordFilters,
    answer: z.object({ words: z.array(WordFilter) }),
  },
  'GET /admin/mail-templates': {
    does: 'The mails that the site sends, each with its subject.',
    access: 'operator',
    right: 'site.write',
    answer: z.array(z.object({ name: z.string(), subject: z.string() })),
  },
  'GET /admin/mail-templates/:name/preview': {
    does: 'A mail with sample values, as people get it.',
    access: 'operator',
    right: 'site.write',
    params: TemplateParam,
    query: MailLanguage,
    answer: z.object({ name: z.string(), subject: z.string(), html: z.string(), text: z.string() }),
    fails: ['template_not_found'],
  },
  'POST /admin/mail-templates/:name/test': {
    does: 'Send a mail with sample values to an address, at once.',
    access: 'operator',
    right: 'site.write',
    params: TemplateParam,
    body: MailLanguage.extend({ to: Email }),
    answer: z.object({ sent: z.literal(true), detail: z.string() }),
    fails: ['template_not_found', 'mail_failed'],
  },
});
