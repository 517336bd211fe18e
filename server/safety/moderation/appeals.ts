/** What people say against decisions. Another operator than the first decides on it, once; what was taken comes back whole. */
import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Parsed } from '@contract/endpoint';
import type moderationContract from '@contract/safety/moderation';
import type { Page } from '@contract/kernel/shapes';
import { moderatedKinds, moderatedTypes, type ModeratedType } from '@contract/values';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { appeals, decisions } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { sendMail } from '../../mail/mail';
import { decisionLink } from '../../platform/notification-texts';
import { restoreWithin } from '../../modules/admin/admin';
import { notify, notifyOperators } from '../../people/notifications/notifications';
import { findAccount, lockAccount, nameOf, peopleByIds } from '../../modules/people/people';
import { aloneFrom, assertSecond } from '../../people/team/team';
import { decisionOfLink } from '../../people/appeal-links/appeal-links';
import { unhideContent } from '../../modules/moderation/content';
import { ownDecision, shownDecision, standing, type DecisionAnswer, type DecisionRow } from './rows';

type Contract = typeof moderationContract;
type Query = Parsed<Contract['GET /admin/appeals/search']>['query'];
type Verdict = Parsed<Contract['POST /admin/appeals/:id/decide']>['body'];
type AppealAnswer = z.output<Contract['POST /admin/appeals/:id/decide']['answer']>;

/** Appeals against an own decision. Refuses with decision_not_found, already_appealed and appeal_not_possible. */
export async function appeal(ctx: Context, accountId: string, decisionId: string, text: string): Promise<DecisionAnswer> {
  await inTransaction(ctx, async (tx) => {
    const [decision] = await tx.db
      .select()
      .from(decisions)
      .where(and(eq(decisions.id, decisionId), eq(decisions.accountId, accountId)))
      .for('update');
    if (!decision) return fail('decision_not_found');
    const now = tx.clock.now();
    const made = await tx.db
      .insert(appeals)
      .values({ id: tx.chance.id(), decisionId, accountId, text, status: 'open', createdAt: now, updatedAt: now })
      .onConflictDoNothing()
      .returning({ id: appeals.id });
    const [own] = made;
    if (!own) return fail('already_appealed');
    if (!(await standing(tx, [decision])).has(decision.id)) fail('appeal_not_possible');
    await notifyOperators(tx, 'appeals.decide', {
      ...{ type: 'report', actorId: accountId, text: 'appeals against a decision.', link: '/admin/appeals?status=open' },
      event: `appeal:${own.id}`,
    });
  });
  return ownDecision(ctx, accountId, decisionId);
}

/** Why somebody is suspended, by the token of her link. Refuses with link_invalid. */
export async function readSuspension(ctx: Context, token: string): Promise<DecisionAnswer> {
  const { accountId, id } = await decisionOfLink(ctx, token);
  return ownDecision(ctx, accountId, id);
}

/** Appeals against a suspension by the token of its link. Refuses with link_invalid, already_appealed and appeal_not_possible. */
export async function appealSuspension(ctx: Context, token: string, text: string): Promise<DecisionAnswer> {
  const { accountId, id } = await decisionOfLink(ctx, token);
  return appeal(ctx, accountId, id, text);
}

async function answers(ctx: Context, viewer: Actor, ids: readonly string[]): Promise<Map<string, AppealAnswer>> {
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
  const alone = hasOwn ? await aloneFrom(ctx, viewer, 'appeals.decide') : null;
  return new Map(
    rows.map(({ appeals: row, decisions: decision }) => [
      row.id,
      {
        _id: row.id,
        person: people.get(row.accountId) ?? null,
        decision: shownDecision(decision),
        ...{ text: row.text, status: row.status, note: row.note, decidedAt: row.decidedAt },
        decidedBy: people.get(row.decidedById ?? '') ?? null,
        isOwnDecision: decision.operatorId === viewer.id,
        aloneFrom: decision.operatorId === viewer.id && row.status === 'open' ? (alone?.(row.createdAt) ?? null) : null,
        ...{ createdAt: row.createdAt, updatedAt: row.updatedAt },
      },
    ]),
  );
}

/** A page of appeals. */
export function searchAppeals(ctx: Context, viewer: Actor, { status, ...query }: Query): Promise<Page<AppealAnswer>> {
  const source = ctx.db
    .select({ id: appeals.id, createdAt: appeals.createdAt, updatedAt: appeals.updatedAt })
    .from(appeals)
    .where(status === undefined ? undefined : eq(appeals.status, status))
    .as('found');
  return readPage(ctx, query, source, (ids) => answers(ctx, viewer, ids));
}

const typeOf = new Map<string, ModeratedType>(moderatedTypes.map((type) => [moderatedKinds[type], type]));

/** Who decides on an appeal, and what she writes. */
interface Deciding {
  actor: Actor;
  client: Client;
  note: string;
}

/** Takes a decision back: what was hidden is shown again, a warning or a suspension is over. One that was ended meanwhile stays so. */
async function lift(tx: Context, decision: DecisionRow, { actor, client, note }: Deciding): Promise<void> {
  const type = typeOf.get(decision.target);
  if (decision.action === 'hide' && type !== undefined) await unhideContent(tx, type, decision.targetId);
  if (decision.action === 'suspend' && decision.endedAt === null) await restoreWithin(tx, actor, client, decision.accountId, note);
  await tx.db.update(decisions).set({ endedAt: tx.clock.now() }).where(eq(decisions.id, decision.id));
}

const outcome = { upheld: 'We have looked again, and the decision stays.', lifted: 'We have looked again, and took the decision back.' };

/** Tells whose the appeal is. Who is suspended is told of nothing on the site, so she reads it in a mail; that she is back, she heard already. */
async function tellAppellant(tx: Context, id: string, decision: DecisionRow, status: Verdict['decision'], note: string): Promise<void> {
  if (decision.action !== 'suspend')
    return notify(tx, decision.accountId, {
      ...{ type: 'moderation', actorId: null, text: `${outcome[status]} ${note}`, link: decisionLink(decision.id) },
      event: `appeal-decided:${id}`,
    });
  const account = status === 'upheld' ? await findAccount(tx, decision.accountId) : null;
  if (account?.email) await sendMail(tx, 'appeal-upheld', account.email, { name: nameOf(account), words: note });
}

/** An appeal that waits and its decision, held in the order in which everybody holds them: the account of a suspension stands first. */
async function lockAppeal(tx: Context, id: string) {
  const [known] = await tx.db
    .select({ action: decisions.action, accountId: decisions.accountId })
    .from(appeals)
    .innerJoin(decisions, eq(decisions.id, appeals.decisionId))
    .where(eq(appeals.id, id));
  if (known?.action === 'suspend') await lockAccount(tx, known.accountId);
  const [row] = await tx.db.select().from(appeals).where(eq(appeals.id, id)).for('update');
  if (!row) return fail('appeal_not_found');
  const [decision] = await tx.db.select().from(decisions).where(eq(decisions.id, row.decisionId)).for('update');
  return decision ? { row, decision } : fail('appeal_not_found');
}

/**
 * Decides on an appeal, and tells whose it is. Refuses with appeal_not_found, with same_operator who made the decision, with
 * appeal_decided when a colleague was quicker, and with stronger_operator where a suspended colleague may do more.
 */
export function decideAppeal(
  ctx: Context,
  actor: Actor,
  client: Client,
  id: string,
  { decision: status, note }: Verdict,
): Promise<AppealAnswer> {
  return inTransaction(ctx, async (tx) => {
    const { row, decision } = await lockAppeal(tx, id);
    if (row.status !== 'open') return fail('appeal_decided');
    const { isAlone } = await assertSecond(tx, actor, 'appeals.decide', { begunBy: decision.operatorId, since: row.createdAt });
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
    await tellAppellant(tx, id, decision, status, note);
    return (await answers(tx, actor, [id])).get(id) ?? fail('appeal_not_found');
  });
}
