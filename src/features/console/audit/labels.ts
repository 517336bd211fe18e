/** What operators did, in words. */
import { language } from '@web/lib/i18n/words';

/** Every kind of act by its name in the log. One that is missing here is shown by that name. */
const acts: Readonly<Record<string, string>> = {
  'users.change': 'Changed an account',
  'users.avatar': 'Changed the picture of an account',
  'users.suspend': 'Suspended an account',
  'users.restore': 'Restored an account',
  'users.end-sessions': 'Ended the sessions of an account',
  'users.reset-second-step': 'Turned off the second step of an account',
  'account.delete': 'Asked to delete the own account',
  'account.keep': 'Kept the own account',
  'account.erased': 'Erased an account',
  'notes.add': 'Noted something about an account',
  'notes.delete': 'Deleted a note about an account',
  'performers.change': 'Changed a performer',
  'performers.verify': "Decided on a performer's documents",
  'performers.commission': "Changed a performer's commission",
  'performers.clearing': "Changed a performer's clearing time",
  'performers.read-documents': "Looked at a performer's documents",
  'document.read': 'Opened a document',
  'documents.expired': 'Removed old documents',
  'reports.read': 'Read a reported message',
  'reports.take': 'Took a report',
  'reports.leave': 'Gave a report back',
  'reports.resolve': 'Decided on a report',
  'content.hide': 'Took something down',
  'content.restore': 'Gave something back',
  'content.delete': 'Deleted something for good',
  'messages.delete': 'Deleted a message',
  'streams.end': 'Ended a show',
  'streams.clear': 'Cleared the chat of a show',
  'payment.refund': 'Refunded a payment',
  'charges.refund': 'Refunded a charge',
  'adjustments.propose': 'Proposed a correction',
  'adjustments.approved': 'Approved a correction',
  'adjustments.declined': 'Declined a correction',
  'payouts.approved': 'Approved a payout',
  'payouts.rejected': 'Rejected a payout',
  'payouts.pay': 'Sent a payout through the gateway',
  'payouts.done': 'Marked a payout as done',
  'payouts.destination': 'Opened the account of a payout',
  'payouts.batch': 'Made a payment file',
  'payouts.file': 'Downloaded a payment file',
  'payouts.dissolve': 'Took a payment file back',
  'orders.update': 'Changed an order',
  'subscriptions.cancel': 'Cancelled a subscription',
  'subscriptions.extend': 'Extended a subscription',
  'coupon.create': 'Made a coupon',
  'coupon.change': 'Changed a coupon',
  'coupon.withdraw': 'Withdrew a coupon',
  'package.create': 'Made a token package',
  'package.change': 'Changed a token package',
  'package.withdraw': 'Withdrew a token package',
  'page.create': 'Wrote a page',
  'page.change': 'Changed a page',
  'page.delete': 'Deleted a page',
  'promo.create': 'Made a promotion',
  'promo.change': 'Changed a promotion',
  'promo.delete': 'Deleted a promotion',
  'menus.change': 'Changed the menus',
  'words.change': 'Changed the filter of words',
  'countries.block': 'Changed the closed countries',
  'settings.change': 'Changed a setting',
  'inbox.answer': 'Answered a message to the site',
  'mails.read': 'Read a mail',
  'jobs.retry': 'Ran a failed job again',
  'webhooks.add': 'Set up a webhook',
  'webhooks.change': 'Changed a webhook',
  'webhooks.remove': 'Removed a webhook',
  'webhooks.replay': 'Sent a delivery again',
  'keys.add': 'Made an API key',
  'keys.remove': 'Removed an API key',
  'team.invite': 'Invited somebody to the team',
  'team.uninvite': 'Took an invitation back',
  'team.join': 'Joined the team',
  'team.change': "Changed a colleague's rights",
  'team.remove': 'Removed a colleague from the team',
  'helping.invite': 'Invited a helper',
  'helping.join': 'Became a helper',
  'helping.change': 'Changed what a helper may do',
  'helping.remove': 'Removed a helper',
  'helping.leave': 'Stopped to help',
  'helping.begin': 'Began to work for a performer',
  'helping.act': 'Did something for a performer',
  'helping.refused': 'Was refused as a helper',
  'rights.missing': 'Was refused for want of a right',
};

/** Acts of one kind together, by what their names begin with. */
const families: Readonly<Record<string, string>> = {
  users: 'Accounts: all of it',
  performers: 'Performers: all of it',
  reports: 'Reports: all of it',
  payouts: 'Payouts: all of it',
  team: 'The team: all of it',
  helping: 'Helpers: all of it',
};

/** An act in words, as in a list of what somebody did. */
export const actWords = (action: string): string => acts[action] ?? action;

const optionsIn = (words: Readonly<Record<string, string>>) =>
  Object.entries(words)
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label, language()));

/** What the log can be narrowed to; a kind that the address names beyond them is offered as it is. */
export function actOptions(chosen: string): { value: string; label: string }[] {
  const known = [...optionsIn(families), ...optionsIn(acts)];
  return chosen === '' || known.some(({ value }) => value === chosen) ? known : [...known, { value: chosen, label: chosen }];
}

/** Acts that nobody does but the site itself. */
const ownActs = new Set(['documents.expired']);

/** Who it was where no account is named any more. */
export const nobodyWords = (action: string): string => (ownActs.has(action) ? 'The site itself' : 'A deleted account');
