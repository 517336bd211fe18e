/** Mail templates as operators see them. */
import { eq } from 'drizzle-orm';
import { mails } from '@server/platform/db/schema/site';
import { templateNames } from '@server/platform/mail/templates';
import { signUpOperator } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let token: string;
beforeAll(async () => {
  testHost = await openTestHost();
  ({ token } = await signUpOperator(testHost));
});
afterAll(() => testHost.close());

test('every mail is listed, previewed with sample values, and sent as a test', async () => {
  const { data } = await testHost.call('GET /admin/mail-templates', {}, { token });
  expect(data.map(({ name }) => name)).toEqual(templateNames);
  const preview = (name: string) => testHost.call('GET /admin/mail-templates/:name/preview', { params: { name } }, { token });
  expect((await preview('verify-email')).data).toMatchObject({
    subject: 'Confirm your email address for Footlight',
    html: expect.stringContaining('<!doctype html>') as string,
    text: expect.stringContaining('Please confirm that this email address is yours.') as string,
  });
  const send = (name: string) =>
    testHost.call('POST /admin/mail-templates/:name/test', { params: { name }, body: { to: 'o@example.com' } }, { token });
  expect((await send('receipt')).data.sent).toBe(true);
  expect(await testHost.ctx.db.select().from(mails).where(eq(mails.to, 'o@example.com'))).toMatchObject([
    { template: 'receipt', status: 'sent' },
  ]);
  for (const attempt of [preview('toString'), send('nothing')]) expect((await attempt).errorBody.error).toBe('template_not_found');
});

test("a mail server's error is returned", async () => {
  const hostWithUnreachableMailServer = await openTestHost({ DATABASE_URL: testHost.databaseUrl, SMTP_URL: 'smtp://127.0.0.1:9' });
  const { errorBody } = await hostWithUnreachableMailServer.call(
    'POST /admin/mail-templates/:name/test',
    { params: { name: 'test' }, body: { to: 'o@example.com' } },
    { token },
  );
  expect(errorBody.error).toBe('mail_failed');
  await hostWithUnreachableMailServer.close();
});
