/** Labels of audit actions. */
import { language } from '@web/lib/i18n/words';

/** Labels by the action's name in the log. An action that is missing here is shown by its name. */
const actionLabels: Readonly<Record<string, string>> = {
  'users.change': 'Changed an account',
  'users.avatar': 'Changed an account’s profile photo',
  'users.suspend': 'Suspended an account',
  'users.restore': 'Restored an account',
  'users.end-sessions': 'Ended an account’s sessions',
  'users.reset-second-step': 'Turned off two-step verification for an account',
  'account.delete': 'Requested deletion of their own account',
  'account.keep': 'Restored their own account',
  'account.erased': 'Permanently deleted an account',
  'notes.add': 'Added a note to an account',
  'notes.delete': 'Deleted a note about an account',
  'performers.change': 'Changed a creator',
  'performers.verify': 'Reviewed a creator’s ID documents',
  'performers.commission': 'Changed a creator’s commission',
  'performers.clearing': 'Changed a creator’s clearing period',
  'performers.read-documents': 'Viewed a creator’s ID documents',
  'document.read': 'Opened a document',
  'documents.expired': 'Deleted old ID documents',
  'releases.approved': 'Approved a release',
  'releases.rejected': 'Rejected a release',
  'releases.withdrawn': 'Ended a release',
  'records.read': 'Opened a record sheet',
  'reports.read': 'Read a reported message',
  'reports.take': 'Assigned a report to themselves',
  'reports.leave': 'Unassigned a report',
  'reports.resolve': 'Decided on a report',
  'content.hide': 'Took down content',
  'content.restore': 'Restored content',
  'content.delete': 'Permanently deleted content',
  'messages.delete': 'Deleted a message',
  'streams.end': 'Ended a live stream',
  'streams.clear': 'Cleared the chat of a live stream',
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
  'payouts.done': 'Marked a payout as paid',
  'payouts.destination': 'Viewed a payout’s account details',
  'payouts.batch': 'Created a payment file',
  'payouts.file': 'Downloaded a payment file',
  'payouts.dissolve': 'Withdrew a payment file',
  'orders.update': 'Changed an order',
  'subscriptions.cancel': 'Canceled a subscription',
  'subscriptions.extend': 'Extended a subscription',
  'coupon.create': 'Created a coupon',
  'coupon.change': 'Changed a coupon',
  'coupon.withdraw': 'Withdrew a coupon',
  'package.create': 'Created a token package',
  'package.change': 'Changed a token package',
  'package.withdraw': 'Withdrew a token package',
  'page.create': 'Created a page',
  'page.change': 'Changed a page',
  'page.delete': 'Deleted a page',
  'promo.create': 'Created a promotion',
  'promo.change': 'Changed a promotion',
  'promo.delete': 'Deleted a promotion',
  'menus.change': 'Changed the menus',
  'words.change': 'Changed the watched words',
  'countries.block': 'Changed the blocked countries',
  'settings.change': 'Changed a setting',
  'inbox.answer': 'Answered a contact message',
  'mails.read': 'Read an email',
  'mails.clear': 'Resumed emails to an address',
  'jobs.retry': 'Retried a failed job',
  'webhooks.add': 'Added a webhook',
  'webhooks.change': 'Changed a webhook',
  'webhooks.remove': 'Removed a webhook',
  'webhooks.replay': 'Resent a webhook delivery',
  'keys.add': 'Created an API key',
  'keys.remove': 'Removed an API key',
  'team.invite': 'Invited someone to the team',
  'team.uninvite': 'Withdrew an invitation',
  'team.join': 'Joined the team',
  'team.change': 'Changed a team member’s permissions',
  'team.remove': 'Removed a team member',
  'helping.invite': 'Invited a manager',
  'helping.join': 'Became a manager',
  'helping.change': 'Changed a manager’s permissions',
  'helping.remove': 'Removed a manager',
  'helping.leave': 'Stopped being a manager',
  'helping.begin': 'Started managing a creator’s profile',
  'helping.act': 'Acted on behalf of a creator',
  'helping.refused': 'Permission denied as a manager',
  'rights.missing': 'Permission denied',
};

/** Groups of actions, by the prefix of their names. */
const groupLabels: Readonly<Record<string, string>> = {
  users: 'Accounts: all actions',
  performers: 'Creators: all actions',
  reports: 'Reports: all actions',
  payouts: 'Payouts: all actions',
  disputes: 'Disputes: all actions',
  team: 'Team: all actions',
  helping: 'Managers: all actions',
};

/** The label of an action; its name where there is none. */
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

/** The label of an actor whose account is no longer stored. */
export const systemActorLabel = (action: string): string => (systemActions.has(action) ? 'System' : 'Deleted account');
