/** What was mailed is kept for some time. */
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { mails } from '@server/platform/db/schema/schema';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { deliverMail, sendMail } from '../../mail/mail';
import { outboxFolder } from './mailer';
import { sweepMails } from './sweep';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function written(to: string): Promise<string> {
  await sendMail(world.ctx, 'account-kept', to, { name: 'Ada', securityLink: 'http://localhost:3000/' });
  const [row] = await world.ctx.db.select().from(mails).where(eq(mails.to, to));
  return row?.id ?? '';
}
const isThere = (id: string) =>
  access(join(outboxFolder(world.ctx.config), `${id}.eml`)).then(
    () => true,
    () => false,
  );
const left = async () => (await world.ctx.db.select({ id: mails.id }).from(mails)).map(({ id }) => id).sort();

test('old mails go with their copies; what still waits stays, however old', async () => {
  const [old, waiting] = [await written('old@example.com'), await written('waiting@example.com')];
  await deliverMail(world.ctx, old);
  const interrupted = join(outboxFolder(world.ctx.config), `${old}.eml.0192.part`);
  await writeFile(interrupted, 'half of it');
  world.clock.advance({ seconds: limits.mailsKept_s - 60 });
  const fresh = await written('fresh@example.com');
  await deliverMail(world.ctx, fresh);
  await sweepMails(world.ctx);
  expect(await left()).toEqual([old, waiting, fresh].sort());
  world.clock.advance({ seconds: 120 });
  await sweepMails(world.ctx);
  expect(await left()).toEqual([waiting, fresh].sort());
  expect([await isThere(old), await isThere(fresh)]).toEqual([false, true]);
  await expect(access(interrupted)).rejects.toThrow('ENOENT');
});
