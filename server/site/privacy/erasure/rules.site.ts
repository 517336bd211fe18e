/** Erasure rules: the site's own records. */
import { and, ne, or, sql } from 'drizzle-orm';
import * as t from '../../../platform/db/schema/schema';
import { mentionsEmail, noPersonalData, mentionsId, textMentions, type ErasureRule, type SubjectCondition } from './rule';

const bySite = 'Written by operators.';

/** Mails already sent are copies, and are deleted. Of queued mails, only those to the account are deleted. */
export const mailsOfSubject: SubjectCondition = (subject) =>
  or(
    mentionsEmail(t.mails.to, t.mails.replyTo)(subject),
    and(ne(t.mails.status, 'queued'), textMentions(sql`concat_ws(' ', ${t.mails.subject}, ${t.mails.text}, ${t.mails.html})`)(subject)),
  );

export const siteRules: readonly ErasureRule[] = [
  {
    table: t.operatorNotes,
    deletedRows: mentionsId(t.operatorNotes.accountId),
    keepReasons: { text: 'Notes about others, which the remaining operators need.' },
  },
  {
    table: t.contactMessages,
    deletedRows: mentionsEmail(t.contactMessages.email),
    keepReasons: { '*': 'Messages of others to the site.' },
  },
  {
    table: t.mails,
    deletedRows: mailsOfSubject,
    keepReasons: { '*': 'Mails to others about others.' },
  },
  ...[t.bouncedAddresses, t.bounceReports].map((table): ErasureRule => ({
    table,
    deletedRows: mentionsEmail(table.address),
    keepReasons: { '*': 'About addresses of others.' },
  })),
  {
    table: t.webhookDeliveries,
    deletedRows: textMentions(t.webhookDeliveries.body),
    keepReasons: { '*': 'Webhook deliveries about others.' },
  },
  {
    table: t.usernameHolds,
    deletedRows: ({ names }) => sql`${t.usernameHolds.username} = any(${sql.param(names)}::text[])`,
    keepReasons: { '*': 'About others.' },
  },
  noPersonalData(t.auditLog, 'Erased by `server/platform/audit/erase.ts`, which keeps the hash chain valid.'),
  noPersonalData(t.auditChain, 'Digests.'),
  noPersonalData(t.auditHead, 'Digests.'),
  noPersonalData(t.ledgerChecks, 'Results of ledger checks; they contain only ids.'),
  { table: t.outbox, keepReasons: { '*': 'Delivered and deleted within moments.' } },
  noPersonalData(t.pendingSocialSignIns, 'Tokens that last for minutes and identify no one.'),
  noPersonalData(t.keywords, 'Search words without the people who searched.'),
  noPersonalData(t.keywordPeople, 'Keyed digests, which distinguish people and identify none.'),
  ...[t.settings, t.menus, t.blockedCountries, t.rejectedVisitCounts, t.wordFilters, t.sitePages, t.sitePromos, t.webhooks].map((table) =>
    noPersonalData(table, bySite),
  ),
];
