/** Of an erasure: what the site wrote down by itself. */
import { and, ne, or, sql } from 'drizzle-orm';
import * as t from '../../../platform/db/schema/schema';
import { addressed, apart, names, speaksOf, type Rule, type Where } from './rule';

const bySite = 'Made by the people who run the site.';

/** Copies: what was to be sent has been sent. Of what still waits, only what goes to her is dropped. */
export const mailsOfHer: Where = (her) =>
  or(
    addressed(t.mails.to, t.mails.replyTo)(her),
    and(ne(t.mails.status, 'queued'), speaksOf(sql`concat_ws(' ', ${t.mails.subject}, ${t.mails.text}, ${t.mails.html})`)(her)),
  );

export const site: readonly Rule[] = [
  { table: t.operatorNotes, goes: names(t.operatorNotes.accountId), stays: { text: 'What she noted about others is theirs who work on.' } },
  {
    table: t.contactMessages,
    goes: addressed(t.contactMessages.email),
    stays: { '*': 'What others wrote to the site.' },
  },
  {
    table: t.mails,
    goes: mailsOfHer,
    stays: { '*': 'What was written to others of others.' },
  },
  {
    table: t.webhookDeliveries,
    goes: speaksOf(t.webhookDeliveries.body),
    stays: { '*': 'What other programs were told of others.' },
  },
  {
    table: t.usernameHolds,
    goes: ({ names: called }) => sql`${t.usernameHolds.username} = any(${sql.param(called)}::text[])`,
    stays: { '*': 'Of others.' },
  },
  apart(t.auditLog, 'Forgotten by its own rule, which keeps the chain: see `server/platform/audit/erase.ts`.'),
  apart(t.auditChain, 'Digests.'),
  apart(t.auditHead, 'Digests.'),
  apart(t.bookChecks, 'What the books said of themselves, by ids.'),
  { table: t.outbox, stays: { '*': 'Leaves within moments.' } },
  apart(t.socialAttempts, 'Tokens of minutes, which name nobody.'),
  apart(t.keywords, 'Words that were searched for, by nobody in particular.'),
  apart(t.keywordPeople, 'Keyed digests, which tell people apart and name none.'),
  ...[t.settings, t.menus, t.blockedCountries, t.refusedVisits, t.wordFilters, t.posts, t.sitePromos, t.webhooks].map((table) =>
    apart(table, bySite),
  ),
];
