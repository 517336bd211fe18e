/** Decisions about somebody: each is kept with its reason, and she is told of it. */
import { and, eq, isNull } from 'drizzle-orm';
import type { DecisionAction, DecisionTarget } from '@contract/values';
import type { Context } from '../../platform/context';
import { decisions } from '../../platform/db/schema/schema';
import { decisionLink, itemWord, quoted } from '../../platform/notification-texts';
import { notify } from '../../people/notifications/notifications';

interface NewDecision {
  /** Whom it concerns. */
  accountId: string;
  target: DecisionTarget;
  targetId: string;
  action: DecisionAction;
  /** What it is about, in a few words. */
  title: string;
  reason: string;
  operatorId: string;
}

const words: Record<DecisionTarget, string> = { ...itemWord, comment: 'comment', message: 'message', stream: 'show', account: 'account' };

const told: Record<DecisionAction, (about: string) => string> = {
  hide: (about) => `Your ${about} was hidden.`,
  delete: (about) => `Your ${about} was deleted.`,
  end: (about) => `Your ${about} was ended.`,
  warn: (about) => `You were warned because of your ${about}.`,
  suspend: () => 'Your account was suspended.',
};

/** Writes a decision down and tells whom it concerns, in the transaction that carries it out. Answers its id. */
export async function noteDecision(tx: Context, decision: NewDecision): Promise<string> {
  const id = tx.chance.id();
  const { target, action, title, reason, accountId } = decision;
  await tx.db.insert(decisions).values({ id, ...decision, createdAt: tx.clock.now() });
  const about = target === 'account' || title === '' ? words[target] : `${words[target]} ${quoted(title)}`;
  await notify(tx, accountId, {
    type: 'moderation',
    actorId: null,
    text: `${told[action](about)} The reason: ${reason}`,
    link: decisionLink(id),
    event: `decision:${id}`,
  });
  return id;
}

interface Restored extends Pick<NewDecision, 'accountId' | 'title' | 'reason'> {
  target: DecisionTarget;
  link: string | null;
}

/** Tells somebody that what was taken down is back. */
export async function tellRestored(tx: Context, { accountId, target, title, reason, link }: Restored): Promise<void> {
  const about = title === '' ? words[target] : `${words[target]} ${quoted(title)}`;
  await notify(tx, accountId, {
    type: 'moderation',
    actorId: null,
    text: `Your ${about} is back as it was. ${reason}`,
    link: link ?? '/notifications',
    event: `restored:${tx.chance.id()}`,
  });
}

/** Warns somebody because of what she did. Nothing else happens. Answers the decision's id. */
export const warn = (tx: Context, decision: Omit<NewDecision, 'action'>): Promise<string> =>
  noteDecision(tx, { ...decision, action: 'warn' });

/** Says that the suspensions of an account are over. */
export async function endSuspensions(tx: Context, accountId: string): Promise<void> {
  const open = and(eq(decisions.accountId, accountId), eq(decisions.action, 'suspend'), isNull(decisions.endedAt));
  await tx.db.update(decisions).set({ endedAt: tx.clock.now() }).where(open);
}
