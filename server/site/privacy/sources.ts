/**
 * All that an archive of somebody's data holds, one source for each table; and the columns that name her and yet are not
 * given, with the reason. A test finds every column that stands in neither.
 */
import type { Source } from './source';
import { account } from './sources.account';
import { among } from './sources.interactions';
import { money } from './sources.money';
import { published } from './sources.published';

export const sources: readonly Source[] = [...account, ...published, ...among, ...money];

/** By the name of the column: why its rows are not given to whom it names. */
export const notHers: Readonly<Record<string, string>> = {
  'mailed_links.accountId': 'Links on their way, of which only digests are kept; they last for days at most.',
  'recovery_codes.accountId': 'Digests of codes, which open an account.',
  'sign_in_tickets.accountId': 'Sign-ins on their way, which last for minutes.',
  'user_blocks.targetId': 'Who has blocked somebody is a secret of the blocker.',
  'data_exports.accountId': 'The archive itself.',
  'performer_listings.performerId': 'A copy of the profile, kept by the database to search in.',
  'closed_performers.performerId': 'Whose page is closed, kept by the database to search in.',
  'performer_views.performerId': 'Counts of visits; who came is not known from them.',
  'item_words.performerId': 'Words of what was published, kept by the database to search in.',
  'follows.performerId': 'Whom somebody follows is the data of the follower.',
  'comments.performerId': 'What others wrote below an item is theirs.',
  'messages.byId': 'What a helper wrote for somebody else was said by that person.',
  'conversation_members.otherId': 'The other side of the same conversation, as its own member has it.',
  'payout_batches.madeById': 'Work of an operator, about the payouts of others.',
  'fan_list_people.accountId': 'On whose lists somebody stands is the data of who made the list.',
  'fan_notes.fanId': 'What a performer wrote down is hers.',
  'notifications.actorId': 'What others were told.',
  'notification_events.accountId': 'Marks that keep anybody from being told of the same thing twice.',
  'idempotency_keys.accountId': 'Requests of the last hours, kept so that none counts twice; what they did is given.',
  'payments.performerId': 'Payments of fans, with their cards; what came of them stands among the earnings.',
  'earnings.userId': 'The same sales stand among the purchases and the payments.',
  'free_periods.performerId': 'Which fans have had their free period is their data.',
  'stream_sockets.accountId': 'Connections of this moment.',
  'open_sockets.accountId': 'Connections of this moment.',
  'operator_notes.accountId': 'What operators wrote down for each other.',
  'operator_notes.authorId': 'What operators wrote down about others.',
  'ledger_adjustments.proposedBy': 'The work of operators.',
  'ledger_adjustments.decidedBy': 'The work of operators.',
  'decisions.operatorId': 'The work of operators.',
  'appeals.decidedById': 'The work of operators.',
  'reports.ownerId': 'Who reported somebody is a secret of who did; what was decided is given.',
  'reports.takenById': 'The work of operators.',
  'reports.decidedById': 'The work of operators.',
  'passkey_challenges.accountId': 'Questions to devices, which last for minutes.',
  'audit_log.actorId': 'The records of the site about the work of its operators.',
};
