/** Checks of notifications, for tests of what causes them. */
import { sql } from 'drizzle-orm';
import type { NotificationType } from '@contract/kernel/values/notifications';
import { inTransaction } from '@server/platform/context';
import type { JobKinds } from '@server/platform/jobs/jobs';
import { notify } from '@server/people/notifications/notify';
import type { NotificationInput } from '@server/people/notifications/delivery/notification-input';
import type { ResponseOf } from '@web/services/call';
import { runJob } from '../content/posts';
import type { TestHost } from '../host/test-host';

export type Notification = ResponseOf<'GET /notifications'>['data'][number];

interface AccountRef {
  id: string;
  token: string;
}

/** An expected notification. */
export interface ExpectedNotification {
  to: AccountRef;
  type: NotificationType;
  text: string;
  link: string;
  /** Who caused it; no one by default. */
  actor?: { id: string };
}

/** The notifications of an account, the newest first. */
export async function notificationInboxOf(testHost: TestHost, { token }: { token: string }): Promise<Notification[]> {
  const { status, data, errorBody } = await testHost.call('GET /notifications', { query: { limit: 100 } }, { token });
  if (status !== 200) throw new Error(`no notifications: ${JSON.stringify(errorBody)}`);
  return data.data;
}

/** One line per notification, sorted: what tests compare. */
const linesFor = (
  notifications: readonly { type: string; actorId: string | null; text: string; link: string; count: number }[],
): string[] =>
  notifications.map(({ type, actorId, text, link, count }) => [type, actorId ?? 'nobody', text, link, count].join(' | ')).sort();

/** Returns a function that gives the lines of the notifications that each of `people` has received since this call, by index. */
async function watchInboxes(testHost: TestHost, people: readonly AccountRef[]): Promise<() => Promise<string[][]>> {
  const before = await Promise.all(people.map((account) => notificationInboxOf(testHost, account)));
  return () =>
    Promise.all(
      people.map(async (account, index) => {
        const watched = new Set(before[index]?.map(({ _id }) => _id));
        const received = (await notificationInboxOf(testHost, account)).filter(({ _id }) => !watched.has(_id));
        return linesFor(received.map(({ actor, ...rest }) => ({ ...rest, actorId: actor?._id ?? null })));
      }),
    );
}

/** The lines that `watchInboxes` gives when exactly these notifications were sent. */
const linesOf = (people: readonly AccountRef[], notifications: readonly ExpectedNotification[]): string[][] =>
  people.map(({ id }) =>
    linesFor(
      notifications.filter(({ to }) => to.id === id).map(({ actor, ...rest }) => ({ ...rest, actorId: actor?.id ?? null, count: 1 })),
    ),
  );

/** Runs each queued fan-out job of a performer's notifications once; returns how many there were. */
export async function runFanOut(testHost: TestHost, { id }: { id: string }): Promise<number> {
  const { rows } = await testHost.ctx.db.execute<{ data: JobKinds['notifications/spread'] }>(
    sql`select data from jobs.job where name = 'notifications/spread' and data -> 'told' ->> 'performerId' = ${id}`,
  );
  for (const { data } of rows) await runJob(testHost, 'notifications/spread', data);
  return rows.length;
}

interface ActionResponse {
  status: number;
}

/** An action, and all notifications that it causes. */
export interface NotificationCase {
  act: () => Promise<ActionResponse>;
  /** The action itself may fill this list. */
  expected: ExpectedNotification[];
  /** Accounts to check besides the recipients and the operator. */
  others: AccountRef[];
  /** Repeats the action: no one is notified again. */
  again?: () => Promise<unknown>;
  /** A rejected variant, called first: no one is notified. */
  rejected?: () => Promise<ActionResponse>;
}

/** The title of a case, and the function that prepares it. */
export type NamedNotificationCase = [title: string, prepare: () => Promise<NotificationCase>];

let keyCount = 0;
export const newIdempotencyKey = (): string => `told-${String((keyCount += 1))}`;

/** An action and its repetition with the same idempotency key. */
export function twice(call: (key: string) => Promise<ActionResponse>): Pick<NotificationCase, 'act' | 'again'> {
  const key = newIdempotencyKey();
  return { act: () => call(key), again: () => call(key) };
}

/** Runs a case: the rejected variant notifies no one; the action notifies exactly the expected recipients, once. */
export async function expectNotifiedOnce(testHost: TestHost, operator: AccountRef, notificationCase: NotificationCase): Promise<void> {
  const { act, again, rejected, others } = notificationCase;
  const watched = [...notificationCase.expected.map(({ to }) => to), ...others, operator];
  const people = [...new Map(watched.map((account) => [account.id, account])).values()];
  const newLines = await watchInboxes(testHost, people);
  if (rejected) {
    expect((await rejected()).status).toBeGreaterThanOrEqual(400);
    expect(await newLines()).toEqual(people.map(() => []));
  }
  expect((await act()).status).toBeLessThan(300);
  const expected = linesOf(people, notificationCase.expected);
  // Every expected recipient is among the checked accounts.
  expect(expected.flat()).toHaveLength(notificationCase.expected.length);
  expect(await newLines()).toEqual(expected);
  await again?.();
  expect(await newLines()).toEqual(expected);
}

/** The path of a tab of an account's page that only the account sees. */
export const ownTab = ({ id }: { id: string }, tab: string): string => `/${id}?tab=${tab}`;

/** Notifies an account of a tip; `changes` replaces fields of the notification. Each call is a new event. */
export const sendTipNotification = (testHost: TestHost, accountId: string, changes: Partial<NotificationInput> = {}) =>
  inTransaction(testHost.ctx, (tx) =>
    notify(tx, accountId, {
      type: 'tip',
      actorId: null,
      text: 'sent you a tip of 2 tokens.',
      link: '/wallet',
      event: `tip:${testHost.ctx.random.id()}`,
      ...changes,
    }),
  );
