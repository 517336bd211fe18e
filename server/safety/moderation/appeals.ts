/**
 * Appeals against decisions. Each appeal is decided once, by an operator other than the one who made the decision. A lifted decision
 * is reverted completely.
 */
import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Parsed } from '@contract/kernel/endpoint';
import type moderationContract from '@contract/safety/moderation';
import type { Page } from '@contract/kernel/shapes';
import { moderatedKinds, moderatedTypes, type ModeratedType } from '@contract/kernel/values/moderation';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { appeals, decisions } from '../../platform/db/schema/safety';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { sendMail } from '../../platform/mail/mail';
import { decisionLink } from '../../platform/notification-texts';
import { ensureRestored } from './suspensions';
import { notify, notifyOperators } from '../../people/notifications/notify';
import { findAccount, lockAccount, nameOf, peopleByIds } from '../../people/people/rows';
import { soleDecisionAllowedFrom, assertSecondOperator } from '../../people/team/second-operator';
import { verifyAppealToken } from '../../people/appeal-links/appeal-links';
import { unhideContent } from './content';
import { ownDecision, decisionSummary, liftableDecisionIds, type DecisionResponse, type DecisionRow } from './rows';

type Contract = typeof moderationContract;
type Query = Parsed<Contract['GET /admin/appeals/search']>['query'];
type AppealDecision = Parsed<Contract['POST /admin/appeals/:id/decide']>['body'];
type AppealResponse = z.output<Contract['POST /admin/appeals/:id/decide']['response']>;

/** Appeals against a decision about the account. Rejects with decision_not_found, already_appealed and appeal_not_possible. */
export async function createAppeal(ctx: Context, accountId: string, decisionId: string, text: string): Promise<DecisionResponse> {
  await inTransaction(ctx, async (tx) => {
    const [decision] = await tx.db
      .select()
      .from(decisions)
      .where(and(eq(decisions.id, decisionId), eq(decisions.accountId, accountId)))
      .for('update');
    if (!decision) return fail('decision_not_found');
    const now = tx.clock.now();
    const inserted = await tx.db
      .insert(appeals)
      .values({ id: tx.random.id(), decisionId, accountId, text, status: 'open', createdAt: now, updatedAt: now })
      .onConflictDoNothing()
      .returning({ id: appeals.id });
    const [created] = inserted;
    if (!created) return fail('already_appealed');
    if (!(await liftableDecisionIds(tx, [decision])).has(decision.id)) fail('appeal_not_possible');
    await notifyOperators(tx, 'appeals.decide', {
      type: 'report',
      actorId: accountId,
      text: 'appealed a decision.',
      link: '/admin/appeals?status=open',
      event: `appeal:${created.id}`,
    });
  });
  return ownDecision(ctx, accountId, decisionId);
}

/** Why an account is suspended, by the token of the appeal link. Rejects with link_invalid. */
export async function readSuspension(ctx: Context, token: string): Promise<DecisionResponse> {
  const { accountId, id } = await verifyAppealToken(ctx, token);
  return ownDecision(ctx, accountId, id);
}

/** Appeals against a suspension by the token of its link. Rejects with link_invalid, already_appealed and appeal_not_possible. */
export async function appealSuspension(ctx: Context, token: string, text: string): Promise<DecisionResponse> {
  const { accountId, id } = await verifyAppealToken(ctx, token);
  return createAppeal(ctx, accountId, id, text);
}

async function responses(ctx: Context, viewer: Actor, ids: readonly string[]): Promise<Map<string, AppealResponse>> {
  const rows = await ctx.db
    .select()
    .from(appeals)
    .innerJoin(decisions, eq(decisions.id, appeals.decisionId))
    .where(inArray(appeals.id, [...ids]));
  const people = await peopleByIds(
    ctx,
    rows.flatMap(({ appeals: { accountId, decidedById } }) => (decidedById === null ? [accountId] : [accountId, decidedById])),
  );
  const hasOwn = rows.some(({ appeals: row, decisions: decision }) => row.status === 'open' && decision.operatorId === viewer.id);
  const allowedFrom = hasOwn ? await soleDecisionAllowedFrom(ctx, viewer, 'appeals.decide') : null;
  return new Map(
    rows.map(({ appeals: row, decisions: decision }) => [
      row.id,
      {
        _id: row.id,
        person: people.get(row.accountId) ?? null,
        decision: decisionSummary(decision),
        text: row.text,
        status: row.status,
        note: row.note,
        decidedAt: row.decidedAt,
        decidedBy: people.get(row.decidedById ?? '') ?? null,
        isOwnDecision: decision.operatorId === viewer.id,
        aloneFrom: decision.operatorId === viewer.id && row.status === 'open' ? (allowedFrom?.(row.createdAt) ?? null) : null,
        createdAt: row.createdAt,
        updatedAt: row.updatedAt,
      },
    ]),
  );
}

/** A page of appeals. */
export function searchAppeals(ctx: Context, viewer: Actor, { status, ...query }: Query): Promise<Page<AppealResponse>> {
  const source = ctx.db
    .select({ id: appeals.id, createdAt: appeals.createdAt, updatedAt: appeals.updatedAt })
    .from(appeals)
    .where(status === undefined ? undefined : eq(appeals.status, status))
    .as('found');
  return readPage(ctx, query, source, (ids) => responses(ctx, viewer, ids));
}

const typeOf = new Map<string, ModeratedType>(moderatedTypes.map((type) => [moderatedKinds[type], type]));

/** The operator who decides on an appeal, and their note. */
interface AppealContext {
  actor: Actor;
  client: Client;
  note: string;
}

/** Lifts a decision: hidden content is restored, and a warning or suspension ends. A decision that ended before is unchanged. */
async function lift(tx: Context, decision: DecisionRow, { actor, client, note }: AppealContext): Promise<void> {
  const type = typeOf.get(decision.target);
  if (decision.action === 'hide' && type !== undefined) await unhideContent(tx, type, decision.targetId);
  if (decision.action === 'suspend' && decision.endedAt === null) await ensureRestored(tx, actor, client, decision.accountId, note);
  await tx.db.update(decisions).set({ endedAt: tx.clock.now() }).where(eq(decisions.id, decision.id));
}

const outcomeText = {
  upheld: 'We reviewed your appeal and upheld our decision.',
  lifted: 'We reviewed your appeal and reversed our decision.',
};

/**
 * Notifies the appellant. A suspended person cannot read notifications, so they get a mail; `ensureRestored` has already sent
 * the mail about a restored account.
 */
async function notifyAppellant(
  tx: Context,
  id: string,
  decision: DecisionRow,
  status: AppealDecision['decision'],
  note: string,
): Promise<void> {
  if (decision.action !== 'suspend')
    return notify(tx, decision.accountId, {
      type: 'moderation',
      actorId: null,
      text: `${outcomeText[status]} ${note}`,
      link: decisionLink(decision.id),
      event: `appeal-decided:${id}`,
    });
  const account = status === 'upheld' ? await findAccount(tx, decision.accountId) : null;
  if (account?.email) await sendMail(tx, 'appeal-upheld', account.email, { name: nameOf(account), note });
}

/** An open appeal and its decision, locked in a fixed order: for a suspension, the account is locked first. */
async function lockAppeal(tx: Context, id: string) {
  const [found] = await tx.db
    .select({ action: decisions.action, accountId: decisions.accountId })
    .from(appeals)
    .innerJoin(decisions, eq(decisions.id, appeals.decisionId))
    .where(eq(appeals.id, id));
  if (found?.action === 'suspend') await lockAccount(tx, found.accountId);
  const [row] = await tx.db.select().from(appeals).where(eq(appeals.id, id)).for('update');
  if (!row) return fail('appeal_not_found');
  const [decision] = await tx.db.select().from(decisions).where(eq(decisions.id, row.decisionId)).for('update');
  return decision ? { row, decision } : fail('appeal_not_found');
}

/**
 * Decides on an appeal, and notifies the appellant. Rejects with appeal_not_found, with same_operator if the operator made the
 * decision, with appeal_decided if a colleague has already decided, and with stronger_operator if a suspended colleague has more rights.
 */
export function decideAppeal(
  ctx: Context,
  actor: Actor,
  client: Client,
  id: string,
  { decision: status, note }: AppealDecision,
): Promise<AppealResponse> {
  return inTransaction(ctx, async (tx) => {
    const { row, decision } = await lockAppeal(tx, id);
    if (row.status !== 'open') return fail('appeal_decided');
    const { isAlone } = await assertSecondOperator(tx, actor, 'appeals.decide', { initiatedBy: decision.operatorId, since: row.createdAt });
    const now = tx.clock.now();
    await tx.db.update(appeals).set({ status, note, decidedById: actor.id, decidedAt: now, updatedAt: now }).where(eq(appeals.id, id));
    if (status === 'lifted') await lift(tx, decision, { actor, client, note });
    await audit(tx, actor, client, {
      action: 'appeals.decide',
      targetType: 'appeal',
      targetId: id,
      before: { status: row.status },
      after: { status, note, ...(isAlone && { decidedAlone: true }) },
    });
    await notifyAppellant(tx, id, decision, status, note);
    return (await responses(tx, actor, [id])).get(id) ?? fail('appeal_not_found');
  });
}
