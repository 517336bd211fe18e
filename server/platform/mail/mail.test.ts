/** Mails that the mail server does not confirm, and the retention of mails. */
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { mails } from '@server/platform/db/schema/site';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { deliverMail, sendMail } from './mail';
import { MailUnconfirmed, outboxFolder } from './mailer';
import { sweepMails } from './sweep';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

async function queueMail(to: string): Promise<string> {
  await sendMail(testHost.ctx, 'account-kept', to, { name: 'Ada', securityLink: 'http://localhost:3000/' });
  const [row] = await testHost.ctx.db.select().from(mails).where(eq(mails.to, to));
  return row?.id ?? '';
}
const fileExists = (id: string) =>
  access(join(outboxFolder(testHost.ctx.config), `${id}.eml`)).then(
    () => true,
    () => false,
  );
const remainingIds = async () => (await testHost.ctx.db.select({ id: mails.id }).from(mails)).map(({ id }) => id).sort();

test('a mail that the mail server has not confirmed is not sent again', async () => {
  const id = await queueMail('slow@example.com');
  let attempts = 0;
  const send = (): Promise<never> => {
    attempts += 1;
    return Promise.reject(new MailUnconfirmed());
  };
  const ctx = { ...testHost.ctx, mailer: { ...testHost.ctx.mailer, send } };
  await deliverMail(ctx, id);
  await deliverMail(ctx, id);
  expect(attempts).toBe(1);
  const [row] = await testHost.ctx.db.select().from(mails).where(eq(mails.id, id));
  expect(row).toMatchObject({ status: 'sent', failure: 'The email server didn’t confirm that it accepted the email.' });
  await testHost.ctx.db.delete(mails).where(eq(mails.id, id));
});

test('the sweep deletes old mails with their files, but no queued mails', async () => {
  const [old, waiting] = [await queueMail('old@example.com'), await queueMail('waiting@example.com')];
  await deliverMail(testHost.ctx, old);
  const interrupted = join(outboxFolder(testHost.ctx.config), `${old}.eml.0192.part`);
  await writeFile(interrupted, 'half of it');
  testHost.clock.advance({ seconds: limits.mailRetention_s - 60 });
  const fresh = await queueMail('fresh@example.com');
  await deliverMail(testHost.ctx, fresh);
  await sweepMails(testHost.ctx);
  expect(await remainingIds()).toEqual([old, waiting, fresh].sort());
  testHost.clock.advance({ seconds: 120 });
  await sweepMails(testHost.ctx);
  expect(await remainingIds()).toEqual([waiting, fresh].sort());
  expect([await fileExists(old), await fileExists(fresh)]).toEqual([false, true]);
  await expect(access(interrupted)).rejects.toThrow('ENOENT');
});
