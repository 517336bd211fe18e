/** What an operator may answer to a report, and how each answer is carried out. */
import type { Right } from '@contract/kernel/rights';
import { reportActions, type ReportAction, type ReportTarget } from '@contract/values';
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { mayDo } from '../../platform/rights';
import { suspendWithin } from '../admin/admin';
import { removeMessage } from '../messages/messages';
import { hideContent, noteDecision, warn, type ContentTarget } from '../../safety/moderation/moderation';
import { endShow } from '../../live/streaming/streaming';
import type { ReportRow } from '../../safety/reports/rows';

/** Who decided, and from where. */
export interface Decider {
  actor: Actor;
  client: Client;
}

const isPerson = (target: ReportTarget): target is 'performer' | 'user' => target === 'performer' || target === 'user';

type Reported = Pick<ReportRow, 'target' | 'evidence'>;

/** A show of two people has no page; it ends when one of them is suspended. */
const isPrivateShow = ({ target, evidence }: Reported): boolean => target === 'stream' && evidence.link === null;

const mayHide = (row: Reported): boolean => !isPerson(row.target) && !isPrivateShow(row);

/** What an operator needs besides the right to decide on reports: an answer gives nobody more than she may do elsewhere. */
const needed: Record<ReportAction, Right> = {
  none: 'reports.decide',
  hide: 'content.moderate',
  warn: 'reports.decide',
  suspend: 'people.suspend',
};

/** The answers that fit, and that this operator may give: neither a person nor a show of two is hidden. */
export const actionsFor = (row: Reported, operator: Actor): ReportAction[] =>
  reportActions.filter((action) => mayDo(operator, needed[action]) && (action !== 'hide' || mayHide(row)));

type Acts = Record<Exclude<ReportAction, 'none'>, (tx: Context, by: Decider, row: ReportRow, reason: string) => Promise<unknown>>;

function decisionOf({ actor }: Decider, { target, targetId, ownerId, evidence }: ReportRow, reason: string) {
  const about = isPerson(target) ? ('account' as const) : target;
  return { accountId: ownerId, target: about, targetId, title: evidence.title, reason, operatorId: actor.id };
}

/** Takes it away: what is published is hidden, a message is deleted, a show ends. What is gone already is only noted. */
async function takeDown(tx: Context, by: Decider, row: ReportRow, reason: string): Promise<void> {
  const { target, targetId } = row;
  const decision = decisionOf(by, row, reason);
  if (isPerson(target)) return fail('action_not_allowed');
  if (target === 'message') {
    await removeMessage(tx, by.actor, by.client, targetId);
    await noteDecision(tx, { ...decision, action: 'delete' });
  } else if (target === 'stream') {
    await endShow(tx, by.actor, by.client, targetId, reason);
    await noteDecision(tx, { ...decision, action: 'end' });
  } else {
    const content: ContentTarget = target;
    if (await hideContent(tx, content, targetId)) await noteDecision(tx, { ...decision, action: 'hide' });
  }
}

const acts: Acts = {
  hide: takeDown,
  warn: (tx, by, row, reason) => warn(tx, decisionOf(by, row, reason)),
  suspend: (tx, by, row, reason) => suspendWithin(tx, by.actor, by.client, row.ownerId, reason),
};

/** Carries an answer out, in the transaction that notes it. Refuses with action_not_allowed what does not fit, and with last_operator and stronger_operator. */
export async function carryOut(tx: Context, by: Decider, row: ReportRow, action: ReportAction, reason: string): Promise<void> {
  if (!actionsFor(row, by.actor).includes(action)) fail('action_not_allowed');
  if (action !== 'none') await acts[action](tx, by, row, reason);
}
