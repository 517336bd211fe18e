/** Labels of audit actions. */
import { language } from '@web/lib/i18n/words';

/** Labels by the action's name in the log. An action that is missing here is shown by its name. */
const actionLabels: Readonly<Record<string, string>> = {
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
  'releases.approved': 'Approved a release',
  'releases.rejected': 'Rejected a release',
  'releases.withdrawn': 'Ended a release',
  'records.read': 'Opened a record sheet',
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
  'disputes.draft': 'Saved evidence for a dispute',
  'disputes.submit': 'Submitted evidence for a dispute',
  'disputes.accept': 'Accepted a dispute',
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
  'mails.clear': 'Let mail go to an address again',
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

/** Groups of actions, by the prefix of their names. */
const groupLabels: Readonly<Record<string, string>> = {
  users: 'Accounts: all of it',
  performers: 'Performers: all of it',
  reports: 'Reports: all of it',
  payouts: 'Payouts: all of it',
  disputes: 'Disputes: all of it',
  team: 'The team: all of it',
  helping: 'Helpers: all of it',
};

/** The label of an action in a list. */
export const actionLabel = (action: string): string => actionLabels[action] ?? action;

const optionsIn = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels)
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label, language()));

/** The filter options; a prefix from the URL that is not among them is added unchanged. */
export function actionOptions(chosen: string): { value: string; label: string }[] {
  const options = [...optionsIn(groupLabels), ...optionsIn(actionLabels)];
  return chosen === '' || options.some(({ value }) => value === chosen) ? options : [...options, { value: chosen, label: chosen }];
}

/** Actions that only the system performs. */
const systemActions = new Set(['documents.expired']);

/** The actor's label where no account is stored any more. */
export const systemActorLabel = (action: string): string => (systemActions.has(action) ? 'The site itself' : 'A deleted account');
