/** Decisions about accounts. Each is stored with its reason, and the account is notified. */
import { and, eq, isNull } from 'drizzle-orm';
import type { DecisionAction, DecisionTarget } from '@contract/kernel/values/moderation';
import type { Context } from '../../platform/context';
import { decisions } from '../../platform/db/schema/safety';
import { decisionLink, itemLabel, quoteExcerpt } from '../../platform/notification-texts';
import { notify } from '../../people/notifications/notify';

interface NewDecision {
  /** The account concerned. */
  accountId: string;
  target: DecisionTarget;
  targetId: string;
  action: DecisionAction;
  /** The title of the target, or the start of its text; may be empty. */
  title: string;
  reason: string;
  operatorId: string;
}

const targetLabels: Record<DecisionTarget, string> = {
  ...itemLabel,
  comment: 'comment',
  message: 'message',
  stream: 'stream',
  account: 'account',
};

const decisionText: Record<DecisionAction, (about: string) => string> = {
  hide: (about) => `Your ${about} was hidden.`,
  delete: (about) => `Your ${about} was deleted.`,
  end: (about) => `Your ${about} was ended.`,
  warn: (about) => `You received a warning about your ${about}.`,
  suspend: () => 'Your account was suspended.',
};

/** Records a decision and notifies the account concerned, in the transaction that carries it out. Returns its id. */
export async function recordDecision(tx: Context, decision: NewDecision): Promise<string> {
  const id = tx.random.id();
  const { target, action, title, reason, accountId } = decision;
  await tx.db.insert(decisions).values({ id, ...decision, createdAt: tx.clock.now() });
  const about = target === 'account' || title === '' ? targetLabels[target] : `${targetLabels[target]} ${quoteExcerpt(title)}`;
  await notify(tx, accountId, {
    type: 'moderation',
    actorId: null,
    text: `${decisionText[action](about)} Reason: ${reason}`,
    link: decisionLink(id),
    event: `decision:${id}`,
  });
  return id;
}

interface RestoredContent extends Pick<NewDecision, 'accountId' | 'title' | 'reason'> {
  target: DecisionTarget;
  link: string | null;
}

/** Notifies an account that its content was restored. */
export async function notifyRestored(tx: Context, { accountId, target, title, reason, link }: RestoredContent): Promise<void> {
  const about = title === '' ? targetLabels[target] : `${targetLabels[target]} ${quoteExcerpt(title)}`;
  await notify(tx, accountId, {
    type: 'moderation',
    actorId: null,
    text: `We restored your ${about}. ${reason}`,
    link: link ?? '/notifications',
    event: `restored:${tx.random.id()}`,
  });
}

/** Warns an account, without other effects. Returns the decision's id. */
export const warn = (tx: Context, decision: Omit<NewDecision, 'action'>): Promise<string> =>
  recordDecision(tx, { ...decision, action: 'warn' });

/** Ends the suspension decisions of an account. */
export async function endSuspensions(tx: Context, accountId: string): Promise<void> {
  const open = and(eq(decisions.accountId, accountId), eq(decisions.action, 'suspend'), isNull(decisions.endedAt));
  await tx.db.update(decisions).set({ endedAt: tx.clock.now() }).where(open);
}
