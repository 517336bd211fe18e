/** What people are told, for tests of whatever causes it. */
import { sql } from 'drizzle-orm';
import type { NotificationType } from '@contract/values';
import { inTransaction } from '@server/platform/context';
import type { JobKinds } from '@server/platform/jobs/jobs';
import { notify, type Told } from '@server/people/notifications/notifications';
import type { AnswerOf } from '@web/services/call';
import { runJob } from './posts';
import type { World } from '../kit/host/test-host';

export type Notification = AnswerOf<'GET /notifications'>['data'][number];

interface Somebody {
  id: string;
  token: string;
}

/** What a test says of a notification. */
export interface ToldOf {
  to: Somebody;
  type: NotificationType;
  text: string;
  link: string;
  /** Who caused it; nobody where it is not said. */
  actor?: { id: string };
}

/** Somebody's notifications, the newest first. */
export async function inboxOf(world: World, { token }: { token: string }): Promise<Notification[]> {
  const { status, data, refusal } = await world.call('GET /notifications', { query: { limit: 100 } }, { token });
  if (status !== 200) throw new Error(`no notifications: ${JSON.stringify(refusal)}`);
  return data.data;
}

/** One line for each, in one order: what a test compares. */
const lines = (told: readonly { type: string; actorId: string | null; text: string; link: string; count: number }[]): string[] =>
  told.map(({ type, actorId, text, link, count }) => [type, actorId ?? 'nobody', text, link, count].join(' | ')).sort();

/** Hears what `people` are told from now on: a function that answers each one's lines by her place in the list. */
async function hearing(world: World, people: readonly Somebody[]): Promise<() => Promise<string[][]>> {
  const before = await Promise.all(people.map((one) => inboxOf(world, one)));
  return () =>
    Promise.all(
      people.map(async (one, index) => {
        const known = new Set(before[index]?.map(({ _id }) => _id));
        const fresh = (await inboxOf(world, one)).filter(({ _id }) => !known.has(_id));
        return lines(fresh.map(({ actor, ...rest }) => ({ ...rest, actorId: actor?._id ?? null })));
      }),
    );
}

/** The lines that `hearing` answers when these were told, and nothing else. */
const linesOf = (people: readonly Somebody[], told: readonly ToldOf[]): string[][] =>
  people.map(({ id }) =>
    lines(told.filter(({ to }) => to.id === id).map(({ actor, ...rest }) => ({ ...rest, actorId: actor?.id ?? null, count: 1 }))),
  );

/** Tells a performer's people her news: does the jobs that wait, once each time it is called. */
export async function spreadNews(world: World, { id }: { id: string }): Promise<number> {
  const { rows } = await world.ctx.db.execute<{ data: JobKinds['notifications/spread'] }>(
    sql`select data from jobs.job where name = 'notifications/spread' and data -> 'told' ->> 'performerId' = ${id}`,
  );
  for (const { data } of rows) await runJob(world, 'notifications/spread', data);
  return rows.length;
}

interface Answer {
  status: number;
}

/** Something that is done, and all that is told of it. */
export interface Scene {
  act: () => Promise<Answer>;
  /** May be filled by what is done. */
  told: ToldOf[];
  /** Who is listened to beside those who are told at first, and the operator. */
  others: Somebody[];
  /** The same once more: nobody hears of it again. */
  again?: () => Promise<unknown>;
  /** What is refused before: nobody hears of it. */
  refused?: () => Promise<Answer>;
}

/** What a test calls a scene, and how it is made. */
export type NamedScene = [what: string, prepare: () => Promise<Scene>];

let keys = 0;
export const freshKey = (): string => `told-${String((keys += 1))}`;

/** The same call twice, under the same key. */
export function twice(call: (key: string) => Promise<Answer>): Pick<Scene, 'act' | 'again'> {
  const key = freshKey();
  return { act: () => call(key), again: () => call(key) };
}

/** Plays a scene: what is refused tells nobody, and what is done tells those whom it concerns, once, and nobody else. */
export async function expectToldOnce(world: World, operator: Somebody, scene: Scene): Promise<void> {
  const { act, again, refused, others } = scene;
  const known = [...scene.told.map(({ to }) => to), ...others, operator];
  const people = [...new Map(known.map((one) => [one.id, one])).values()];
  const heard = await hearing(world, people);
  if (refused) {
    expect((await refused()).status).toBeGreaterThanOrEqual(400);
    expect(await heard()).toEqual(people.map(() => []));
  }
  expect((await act()).status).toBeLessThan(300);
  const expected = linesOf(people, scene.told);
  // All whom it concerns are listened to.
  expect(expected.flat()).toHaveLength(scene.told.length);
  expect(await heard()).toEqual(expected);
  await again?.();
  expect(await heard()).toEqual(expected);
}

/** A part of a performer's page that only she sees. */
export const ownTab = ({ id }: { id: string }, tab: string): string => `/${id}?tab=${tab}`;

/** Tells an account of a tip, or of what `change` makes of it; each is another event. */
export const tellOf = (world: World, accountId: string, change: Partial<Told> = {}) =>
  inTransaction(world.ctx, (tx) =>
    notify(tx, accountId, {
      ...{ type: 'tip', actorId: null, text: 'sent you a tip of 2 tokens.', link: '/wallet', event: `tip:${world.ctx.chance.id()}` },
      ...change,
    }),
  );
