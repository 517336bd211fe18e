/** Helpers who answer for a performer: she is who speaks, her side alone is told who wrote, and nobody else hears of it. */
import { eq } from 'drizzle-orm';
import { inTransaction } from '@server/platform/context';
import { auditLog, helperActs } from '@server/platform/db/schema/schema';
import { listenAs } from '../../../tests/support/ear';
import { eventually } from '../../../tests/kit/timing/eventually';
import { letHelp } from '../../../tests/support/helping';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { photoOf, read, say, talkOf } from '../../../tests/support/talk';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { readSource } from '../../site/privacy/rows';
import { sources } from '../../site/privacy/sources';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** A performer, a fan with whom she talks, and somebody who answers for her. */
async function scene() {
  const [ada, fan, ben] = [await signUpPerformer(world), await signUpFan(world), await signUpFan(world)];
  const { work } = await letHelp(world, ada, ben, ['messages']);
  return { ada, fan, ben, atWork: { id: ada.id, token: work }, talk: await talkOf(world, fan, ada) };
}

test('a message is the performer’s, with files and a price, and tells her side alone who wrote it', async () => {
  const { ada, fan, ben, atWork, talk } = await scene();
  await say(world, fan, talk, { text: 'Are you there?' });
  const fileIds = [await photoOf(world, atWork)];
  const { data } = await say(world, atWork, talk, { text: 'Good evening', fileIds, isSale: true, price: 3 });
  expect(data).toMatchObject({ senderId: ada.id, by: ben.username, price: 3, isSale: true });
  const seen = await read(world, fan, talk);
  expect(seen.data[0]).toMatchObject({ _id: data._id, senderId: ada.id, isLocked: true });
  expect(JSON.stringify(seen)).not.toContain(ben.username);
  expect((await read(world, ada, talk)).data[0]).toMatchObject({ _id: data._id, by: ben.username });
  const own = await say(world, ada, talk, { text: 'And I' });
  expect(own.data.by).toBeUndefined();

  const acts = await world.call('GET /performer/helpers/acts', {}, { token: ada.token });
  expect(acts.data.data[0]).toMatchObject({
    by: { _id: ben.id },
    about: { title: `Message to ${fan.username}`, link: `/messages/${talk}` },
  });
  const kept = await world.ctx.db.select().from(auditLog).where(eq(auditLog.action, 'helping.act'));
  expect(kept.at(-1)).toMatchObject({ actorId: ben.id, targetId: ada.id, after: { item: data._id } });
});

test('an archive tells who helped to the performer, and not to whom was written', async () => {
  const { ada, fan, ben, atWork, talk } = await scene();
  await say(world, atWork, talk, { text: 'Good evening' });
  const source = sources.find(({ name }) => name === 'messages');
  const givenTo = async (accountId: string): Promise<unknown[]> => {
    const found: unknown[] = [];
    await inTransaction(world.ctx, async (tx) => {
      if (source) for await (const rows of readSource(tx, source, accountId)) found.push(...rows);
    });
    return found;
  };
  expect(await givenTo(ada.id)).toMatchObject([{ text: 'Good evening', byId: ben.id, byName: ben.username }]);
  expect(await givenTo(fan.id)).toMatchObject([{ text: 'Good evening', byId: null, byName: null }]);
});

test('what is said reaches who answers, reading leaves no act, and who helps with something else hears nothing', async () => {
  const { ada, fan, atWork, talk } = await scene();
  const other = await letHelp(world, ada, await signUpFan(world), ['content']);
  const [ear, deaf] = [await listenAs(world, atWork.token), await listenAs(world, other.work)];
  const { data } = await say(world, fan, talk, { text: 'Hello' });
  await eventually(() => expect(ear.heard('message/created')).toMatchObject([{ _id: data._id, text: 'Hello' }]));
  expect(deaf.heard('message/created')).toEqual([]);
  expect(await deaf.say('conversation/seen', { conversationId: talk })).toEqual({ ok: false, error: 'forbidden_right' });
  expect(await ear.say('conversation/seen', { conversationId: talk })).toMatchObject({ ok: true });
  expect(await ear.say('presence/watch', { accountIds: [fan.id] })).toEqual({ ok: false, error: 'forbidden_right' });
  expect((await world.call('POST /messages/read-all/:id', { params: { id: talk } }, { token: atWork.token })).status).toBe(200);
  expect(await world.ctx.db.$count(helperActs, eq(helperActs.performerId, ada.id))).toBe(0);
  ear.close();
  deaf.close();
});
