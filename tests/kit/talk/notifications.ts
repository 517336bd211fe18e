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
  const { status, data, refusal } = await testHost.call('GET /notifications', { query: { limit: 100 } }, { token });
  if (status !== 200) throw new Error(`no notifications: ${JSON.stringify(refusal)}`);
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

/** Runs the fan-out jobs of a performer's notifications that wait, each once per call. */
export async function runFanOut(testHost: TestHost, { id }: { id: string }): Promise<number> {
  const { rows } = await testHost.ctx.db.execute<{ data: JobKinds['notifications/spread'] }>(
    sql`select data from jobs.job where name = 'notifications/spread' and data -> 'told' ->> 'performerId' = ${id}`,
  );
  for (const { data } of rows) await runJob(testHost, 'notifications/spread', data);
  return rows.length;
}

interface Answer {
  status: number;
}

/** An action, and all notifications that it causes. */
export interface NotificationScene {
  act: () => Promise<Answer>;
  /** The action itself may fill it. */
  expected: ExpectedNotification[];
  /** Accounts to check besides the recipients and the operator. */
  others: AccountRef[];
  /** Repeats the action: no one is notified again. */
  again?: () => Promise<unknown>;
  /** A rejected variant, called first: no one is notified. */
  rejected?: () => Promise<Answer>;
}

/** The title of a scene, and the function that prepares it. */
export type NamedNotificationScene = [what: string, prepare: () => Promise<NotificationScene>];

let keyCount = 0;
export const newIdempotencyKey = (): string => `told-${String((keyCount += 1))}`;

/** The same call twice, with the same idempotency key. */
export function twice(call: (key: string) => Promise<Answer>): Pick<NotificationScene, 'act' | 'again'> {
  const key = newIdempotencyKey();
  return { act: () => call(key), again: () => call(key) };
}

/** Runs a scene: the rejected variant notifies no one; the action notifies exactly the expected recipients, once. */
export async function expectNotifiedOnce(testHost: TestHost, operator: AccountRef, scene: NotificationScene): Promise<void> {
  const { act, again, rejected, others } = scene;
  const watched = [...scene.expected.map(({ to }) => to), ...others, operator];
  const people = [...new Map(watched.map((account) => [account.id, account])).values()];
  const newLines = await watchInboxes(testHost, people);
  if (rejected) {
    expect((await rejected()).status).toBeGreaterThanOrEqual(400);
    expect(await newLines()).toEqual(people.map(() => []));
  }
  expect((await act()).status).toBeLessThan(300);
  const expected = linesOf(people, scene.expected);
  // Every expected recipient is among the checked accounts.
  expect(expected.flat()).toHaveLength(scene.expected.length);
  expect(await newLines()).toEqual(expected);
  await again?.();
  expect(await newLines()).toEqual(expected);
}

/** The address of a tab that only the page's owner sees. */
export const ownTab = ({ id }: { id: string }, tab: string): string => `/${id}?tab=${tab}`;

/** Notifies an account of a tip, with `change`; each call is another event. */
export const notificationOf = (testHost: TestHost, accountId: string, change: Partial<NotificationInput> = {}) =>
  inTransaction(testHost.ctx, (tx) =>
    notify(tx, accountId, {
      ...{ type: 'tip', actorId: null, text: 'sent you a tip of 2 tokens.', link: '/wallet', event: `tip:${testHost.ctx.random.id()}` },
      ...change,
    }),
  );
