/** The actions that operators may take on a report, and their execution. */
import type { Right } from '@contract/kernel/rights';
import { reportActions, type ReportAction, type ReportTarget } from '@contract/kernel/values/moderation';
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { hasRight } from '../../platform/rights';
import { ensureSuspended } from '../moderation/suspensions';
import { hideContent, type ContentTarget } from '../moderation/content';
import { recordDecision, warn } from '../moderation/decide';
import { removeMessage } from '../../talk/messages/remove';
import { endShow } from '../../live/streaming/end';
import type { ReportRow } from './rows';

/** The deciding operator, and their client. */
export interface Decider {
  actor: Actor;
  client: Client;
}

const isPerson = (target: ReportTarget): target is 'performer' | 'user' => target === 'performer' || target === 'user';

type ReportedTarget = Pick<ReportRow, 'target' | 'evidence'>;

/** A private show has no page. It ends when one of its participants is suspended. */
const isPrivateShow = ({ target, evidence }: ReportedTarget): boolean => target === 'stream' && evidence.link === null;

const mayHide = (row: ReportedTarget): boolean => !isPerson(row.target) && !isPrivateShow(row);

/** The right that an action needs in addition to deciding on reports, so that reports do not extend an operator's rights. */
const requiredRight: Record<ReportAction, Right> = {
  none: 'reports.decide',
  hide: 'content.moderate',
  warn: 'reports.decide',
  suspend: 'people.suspend',
};

/** The actions that apply to the target and that this operator may take. Accounts and private shows cannot be hidden. */
export const actionsFor = (row: ReportedTarget, operator: Actor): ReportAction[] =>
  reportActions.filter((action) => hasRight(operator, requiredRight[action]) && (action !== 'hide' || mayHide(row)));

type ActionHandlers = Record<
  Exclude<ReportAction, 'none'>,
  (tx: Context, decider: Decider, row: ReportRow, reason: string) => Promise<unknown>
>;

function decisionOf({ actor }: Decider, { target, targetId, ownerId, evidence }: ReportRow, reason: string) {
  const about = isPerson(target) ? ('account' as const) : target;
  return { accountId: ownerId, target: about, targetId, title: evidence.title, reason, operatorId: actor.id };
}

/** Removes the target: content is hidden, a message is deleted, a show ends. If it is already gone, only the report is decided. */
async function removeTarget(tx: Context, decider: Decider, row: ReportRow, reason: string): Promise<void> {
  const { target, targetId } = row;
  const decision = decisionOf(decider, row, reason);
  if (isPerson(target)) return fail('action_not_allowed');
  if (target === 'message') {
    await removeMessage(tx, decider.actor, decider.client, targetId);
    await recordDecision(tx, { ...decision, action: 'delete' });
  } else if (target === 'stream') {
    await endShow(tx, decider.actor, decider.client, targetId, reason);
    await recordDecision(tx, { ...decision, action: 'end' });
  } else {
    const content: ContentTarget = target;
    if (await hideContent(tx, content, targetId)) await recordDecision(tx, { ...decision, action: 'hide' });
  }
}

const actionHandlers: ActionHandlers = {
  hide: removeTarget,
  warn: (tx, decider, row, reason) => warn(tx, decisionOf(decider, row, reason)),
  suspend: (tx, decider, row, reason) => ensureSuspended(tx, decider.actor, decider.client, row.ownerId, reason),
};

/**
 * Carries out an action in the transaction that records it. Rejects with action_not_allowed if it does not apply, and with
 * last_operator and stronger_operator.
 */
export async function executeAction(tx: Context, decider: Decider, row: ReportRow, action: ReportAction, reason: string): Promise<void> {
  if (!actionsFor(row, decider.actor).includes(action)) fail('action_not_allowed');
  if (action !== 'none') await actionHandlers[action](tx, decider, row, reason);
}
