/**
 * Everything that an archive contains, one source for each table; and the columns that name an account and are not exported, with
 * the reason. A test finds every column that is in neither.
 */
import type { ExportSource } from './source';
import { accountSources } from './sources.account';
import { interactionSources } from './sources.interactions';
import { moneySources } from './sources.money';
import { contentSources } from './sources.published';

export const sources: readonly ExportSource[] = [...accountSources, ...contentSources, ...interactionSources, ...moneySources];

/** By column: why its rows are not exported for the account that it names. */
export const notExported: Readonly<Record<string, string>> = {
  'mailed_links.accountId': 'Links in mails, stored as digests; they last for days at most.',
  'recovery_codes.accountId': 'Digests of codes that open an account.',
  'sign_in_tickets.accountId': 'Unfinished sign-ins, which last for minutes.',
  'user_blocks.targetId': 'Who blocked an account is private to the blocker.',
  'data_exports.accountId': 'The archive itself.',
  'performer_listings.performerId': 'A copy of the profile that the database maintains for search.',
  'closed_performers.performerId': 'A list of closed pages that the database maintains for search.',
  'performer_views.performerId': 'Counts of visits; they do not identify visitors.',
  'item_words.performerId': 'Words of published items that the database maintains for search.',
  'follows.performerId': "A follow is the follower's data.",
  'comments.performerId': "Comments are their authors' data.",
  'messages.byId': "What a delegate wrote for a performer is the performer's data.",
  'conversation_members.otherId': "The other member's row of the same conversation.",
  'payout_batches.madeById': "An operator's work on other people's payouts.",
  'fan_list_people.accountId': "A list is its author's data.",
  'fan_notes.fanId': "Notes are the performer's data.",
  'notifications.actorId': 'Notifications of others.',
  'notification_events.accountId': 'Keys that prevent duplicate notifications.',
  'idempotency_keys.accountId': 'Keys of recent requests, against duplicates; the effects of the requests are exported.',
  'payments.performerId': "Fans' payments with their cards; the resulting earnings are exported.",
  'earnings.userId': 'The same sales are exported as purchases and payments.',
  'free_periods.performerId': "Used free trials are the fans' data.",
  'stream_sockets.accountId': 'Connections of this moment.',
  'open_sockets.accountId': 'Connections of this moment.',
  'operator_notes.accountId': "Operators' notes for each other.",
  'operator_notes.authorId': "Operators' notes about others.",
  'ledger_adjustments.proposedBy': 'The work of operators.',
  'ledger_adjustments.decidedBy': 'The work of operators.',
  'decisions.operatorId': 'The work of operators.',
  'appeals.decidedById': 'The work of operators.',
  'reports.ownerId': 'The reporter stays private; the decision is exported.',
  'reports.takenById': 'The work of operators.',
  'reports.decidedById': 'The work of operators.',
  'passkey_challenges.accountId': 'Challenges for devices, which last for minutes.',
  'audit_log.actorId': 'The records of the site about the work of its operators.',
};
