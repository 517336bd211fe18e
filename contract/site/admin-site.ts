/** What operators write for all visitors: pages and menus; mail templates, and blocked words. Every change here leaves an audit entry. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import { AdminMenu, AdminPost, AdminPostWithContent, WordFilter } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { Email, fromQuery, Id, IdParam, pageOf, pageQuery, SiteLanguage, Text } from '../kernel/shapes';
import { menuSections, sitePageStatuses, postTypes, wordActions, wordMatches } from '../kernel/values/site';

const { sitePage: page, menu, wordFilter } = limits;

const PostFields = z.object({
  slug: Text(page.slugLengthMax, 1)
    .toLowerCase()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use letters (a–z) and numbers, with single hyphens in between.'),
  type: z.enum(postTypes).default('page'),
  title: Text(page.titleLengthMax, 1),
  shortDescription: Text(page.descriptionLengthMax).default(''),
  /** Any HTML; it is sanitized before it is stored. */
  content: z.string().max(page.contentLengthMax).default(''),
  status: z.enum(sitePageStatuses).default('draft'),
  ordering: z.number().int().min(0).max(page.orderingMax).default(0),
});

const MenuEntry = z.object({
  /** The id of an existing entry; without it, or with an unknown one, the entry is new. */
  _id: Id.optional(),
  title: Text(menu.titleLengthMax, 1),
  path: Text(menu.pathLengthMax, 1),
  isNewTab: z.boolean().default(false),
  section: z.enum(menuSections),
  help: Text(menu.helpLengthMax).nullable().default(null),
});

/** A language of the site, to preview its mails; English if absent. */
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
    summary: 'All pages and posts, including drafts, without their text.',
    access: 'operator',
    right: 'site.write',
    query: pageQuery(['ordering', 'title']).extend({ type: fromQuery(z.enum(postTypes)), status: fromQuery(z.enum(sitePageStatuses)) }),
    response: pageOf(AdminPost),
  },
  'GET /admin/posts/:id': {
    summary: 'One page or post with its text, including drafts.',
    access: 'operator',
    right: 'site.write',
    params: IdParam,
    response: AdminPostWithContent,
    errors: ['post_not_found'],
  },
  'POST /admin/posts': {
    summary: 'Create a page or post. Its HTML is sanitized.',
    access: 'operator',
    right: 'site.write',
    body: PostFields,
    response: AdminPostWithContent,
    errors: ['slug_taken', 'slug_reserved'],
  },
  'PUT /admin/posts/:id': {
    summary: 'Change, publish or unpublish a page or post. Its HTML is sanitized.',
    access: 'operator',
    right: 'site.write',
    params: IdParam,
    body: PostFields,
    response: AdminPostWithContent,
    errors: ['post_not_found', 'slug_taken', 'slug_reserved'],
  },
  'DELETE /admin/posts/:id': {
    summary: 'Delete a page or post.',
    access: 'operator',
    right: 'site.write',
    params: IdParam,
    response: z.object({ deleted: z.literal(true) }),
    errors: ['post_not_found'],
  },
  'GET /admin/menus': {
    summary: 'The entries of all menus in order, and their broken links.',
    access: 'operator',
    right: 'site.write',
    response: z.array(AdminMenu),
  },
  'PUT /admin/menus': {
    summary: 'Replace all menus. Entries keep the given order. Applies immediately on every host.',
    access: 'operator',
    right: 'site.write',
    body: z.object({ menus: z.array(MenuEntry).max(limits.menusMax) }),
    response: z.array(AdminMenu),
    errors: ['menu_link_invalid'],
  },
  'GET /admin/keyword-filters': {
    summary: 'The words filtered from texts that others can read.',
    access: 'operator',
    right: 'words.change',
    response: z.object({ words: z.array(WordFilter) }),
  },
  'PUT /admin/keyword-filters': {
    summary: 'Replace the filtered words. Applies immediately on every host to new texts.',
    access: 'operator',
    right: 'words.change',
    body: WordFilters,
    response: z.object({ words: z.array(WordFilter) }),
  },
  'GET /admin/mail-templates': {
    summary: 'The email templates with their subjects.',
    access: 'operator',
    right: 'site.write',
    response: z.array(z.object({ name: z.string(), subject: z.string() })),
  },
  'GET /admin/mail-templates/:name/preview': {
    summary: 'A preview of an email template with sample values.',
    access: 'operator',
    right: 'site.write',
    params: TemplateParam,
    query: MailLanguage,
    response: z.object({ name: z.string(), subject: z.string(), html: z.string(), text: z.string() }),
    errors: ['template_not_found'],
  },
  'POST /admin/mail-templates/:name/test': {
    summary: 'Send an email template with sample values to an address, bypassing the queue.',
    access: 'operator',
    right: 'site.write',
    params: TemplateParam,
    body: MailLanguage.extend({ to: Email }),
    response: z.object({ sent: z.literal(true), detail: z.string() }),
    errors: ['template_not_found', 'mail_failed'],
  },
});
