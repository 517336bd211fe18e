/** The mails of the site as operators see them. */
import { eq } from 'drizzle-orm';
import { mails } from '@server/platform/db/schema/schema';
import { templateNames } from '@server/platform/mail/templates';
import { signUpOperator } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let token: string;
beforeAll(async () => {
  world = await openWorld();
  ({ token } = await signUpOperator(world));
});
afterAll(() => world.close());

test('every mail is listed, shown with sample values, and sent to try it', async () => {
  const { data } = await world.call('GET /admin/mail-templates', {}, { token });
  expect(data.map(({ name }) => name)).toEqual(templateNames);
  const preview = (name: string) => world.call('GET /admin/mail-templates/:name/preview', { params: { name } }, { token });
  expect((await preview('verify-email')).data).toMatchObject({
    subject: 'Confirm your e-mail address for Footlight',
    html: expect.stringContaining('<!doctype html>') as string,
    text: expect.stringContaining('Please confirm that this address is yours.') as string,
  });
  const send = (name: string) =>
    world.call('POST /admin/mail-templates/:name/test', { params: { name }, body: { to: 'o@example.com' } }, { token });
  expect((await send('receipt')).data.sent).toBe(true);
  expect(await world.ctx.db.select().from(mails).where(eq(mails.to, 'o@example.com'))).toMatchObject([
    { template: 'receipt', status: 'sent' },
  ]);
  for (const attempt of [preview('toString'), send('nothing')]) expect((await attempt).refusal.error).toBe('template_not_found');
});

test('a mail server that refuses is quoted', async () => {
  const away = await openWorld({ DATABASE_URL: world.databaseUrl, SMTP_URL: 'smtp://127.0.0.1:9' });
  const { refusal } = await away.call(
    'POST /admin/mail-templates/:name/test',
    { params: { name: 'test' }, body: { to: 'o@example.com' } },
    { token },
  );
  expect(refusal.error).toBe('mail_failed');
  await away.close();
});
