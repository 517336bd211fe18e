/** Mails are in the language of the recipient's account, or in English if the site does not have that language. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as limits from '@contract/kernel/limits';
import { mailUnseenNotifications } from '@server/people/notifications/mail';
import { retryOn503 } from '../../../tests/kit/timing/retry';
import { mailsTo } from '../../../tests/kit/host/mails';
import { password, signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { sendTipNotification } from '../../../tests/kit/talk/notifications';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import type { TemplateName } from './templates';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

const latest = async (to: string, template: TemplateName, where = testHost) => {
  const mail = (await mailsTo(where, to, template)).at(-1);
  if (!mail) throw new Error(`no ${template} went to ${to}`);
  return mail;
};

/** A fan who has chosen a language. */
async function fanWithLanguage(locale: string | null, where = testHost) {
  const fan = await signUpFan(where);
  await retryOn503(() => where.call('PUT /users', { body: { locale } }, { token: fan.token }));
  return fan;
}

/** The mail that notifies the fan of a tip. */
async function tipMail(fan: { id: string; email: string }, where = testHost) {
  const performer = await signUpPerformer(where);
  await sendTipNotification(where, fan.id, { actorId: performer.id, text: 'sent you a tip of 20 tokens.' });
  where.clock.advance({ seconds: limits.unseenMailDelay_s + 1 });
  await mailUnseenNotifications(where.ctx);
  return { performer, ...(await latest(fan.email, 'unseen', where)) };
}

const register = (name: string, headers: Record<string, string>) =>
  retryOn503(() =>
    testHost.call('POST /auth/users/register', { body: { email: `${name}@example.com`, password, username: name, name } }, { headers }),
  );

describe('an account with German as its language', () => {
  test('gets subject, HTML and text of its mails in German, including notification texts', async () => {
    const { subject, html, text, performer } = await tipMail(await fanWithLanguage('de'));
    expect(subject).toBe('Du hast eine neue Mitteilung bei Footlight');
    expect(html).toMatch(/^<!doctype html><html lang="de" dir="ltr">/);
    expect(html).toContain('Wenn der Button nicht funktioniert, öffne diesen Link:');
    expect(text).toContain(`${performer.username} hat dir 20 Tokens Trinkgeld gegeben.`);
    expect(text).toContain('Öffnen:\nhttp://localhost:3000/wallet');
  });

  test('gets dates and amounts in German format', async () => {
    const { token, email } = await fanWithLanguage('de');
    await retryOn503(() =>
      testHost.call('PUT /auth/users/me/password', { body: { password: 'another long word', currentPassword: password } }, { token }),
    );
    const { subject, text } = await latest(email, 'password-changed');
    expect(subject).toBe('Dein Passwort bei Footlight wurde geändert');
    expect(text).toMatch(/Dein Passwort wurde am \d{1,2}\. [\p{L}]+ \d{4} um \d\d:\d\d UTC geändert/u);
  });

  test('gets the confirmation of a new address and the notice to the old one in German', async () => {
    const { token, email } = await fanWithLanguage('de');
    const next = `next-${email}`;
    await retryOn503(() => testHost.call('PUT /users', { body: { email: next, currentPassword: password } }, { token }));
    expect((await latest(email, 'email-changing')).subject).toBe('Deine E-Mail-Adresse bei Footlight soll sich ändern');
    const { subject, html, text } = await latest(next, 'verify-email');
    expect(subject).toBe('Bestätige deine E-Mail-Adresse für Footlight');
    expect(html).toContain('lang="de"');
    expect(text).toContain('Der Link funktioniert einmal und gilt');
  });
});

describe('a new account', () => {
  test.each([
    ['the language chosen on the site', 'greta', { cookie: 'language=de', 'accept-language': 'en' }],
    ['the language of the browser', 'gerda', { 'accept-language': 'fr, de-AT;q=0.8' }],
  ])('gets mails in %s, which is stored', async (_which, name, headers) => {
    await register(name, headers);
    expect((await latest(`${name}@example.com`, 'verify-email')).html).toContain('<html lang="de" dir="ltr">');
    const login = { body: { username: name, password, remember: false } };
    const { data } = await testHost.call('POST /auth/login', login);
    expect((await testHost.call('GET /users/me', {}, { token: data.token })).data.locale).toBe('de');
  });

  test('in English stores no language and gets English mails', async () => {
    await register('ella', { 'accept-language': 'en-GB, de;q=0.5' });
    const { subject, html } = await latest('ella@example.com', 'verify-email');
    expect(subject).toBe('Confirm your email address for Footlight');
    expect(html).toContain('<html lang="en" dir="ltr">');
  });
});

test('the reply to a contact message is in the language of the request', async () => {
  const { token } = await signUpOperator(testHost);
  const message = (name: string) => ({ name, email: `${name}@example.com`, message: 'Wo finde ich meine Belege?' });
  const write = (name: string, headers: Record<string, string>) =>
    retryOn503(() => testHost.call('POST /contact', { body: message(name) }, { headers }));
  await write('wilma', { cookie: 'theme=dark; language=de' });
  await write('wanda', { cookie: 'language=fr' });
  const { data } = await testHost.call('GET /admin/inbox/search', { query: {} }, { token });
  for (const { _id } of data.data)
    await retryOn503(() => testHost.call('POST /admin/inbox/:id/answer', { params: { id: _id }, body: { text: 'Hier.' } }, { token }));
  expect(await latest('wilma@example.com', 'contact-answer')).toMatchObject({
    subject: 'Antwort von Footlight',
    text: expect.stringContaining('Danke für deine Nachricht. Das ist unsere Antwort:') as string,
  });
  expect((await latest('wanda@example.com', 'contact-answer')).subject).toBe('Reply from Footlight');
});

test('an account without a language, or with an unavailable one, gets English mails', async () => {
  for (const locale of [null, 'fr']) {
    const { subject, html, text, performer } = await tipMail(await fanWithLanguage(locale));
    expect(subject).toBe('You have a new notification on Footlight');
    expect(html).toContain('<html lang="en" dir="ltr">');
    expect(text).toContain(`${performer.username} sent you a tip of 20 tokens.`);
  }
});

test('a name is escaped in a translated sentence', async () => {
  const { token, email } = await fanWithLanguage('de');
  await retryOn503(() => testHost.call('PUT /users', { body: { name: '<b>Ada</b> & {0}' } }, { token }));
  await retryOn503(() =>
    testHost.call('PUT /auth/users/me/password', { body: { password: 'another long word', currentPassword: password } }, { token }),
  );
  const { html } = await latest(email, 'password-changed');
  expect(html).not.toContain('<b>');
  expect(html).toMatch(/Hallo( &lt;b&gt;Ada&lt;\/b&gt; &amp; \{0\})?,/);
});

test('a right-to-left language sets the direction of the mail', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'languages-'));
  await writeFile(join(folder, 'ar-XB.json'), JSON.stringify({ 'Hello {0},': '⟦{0} ⟧', 'Your {0} password was changed': '⟦{0}⟧' }));
  const elsewhere = await openTestHost({ LOCALES_DIR: folder });
  try {
    const { token, email } = await fanWithLanguage('ar-XB', elsewhere);
    const change = { body: { password: 'another long word', currentPassword: password } };
    await retryOn503(() => elsewhere.call('PUT /auth/users/me/password', change, { token }));
    const { subject, html } = await latest(email, 'password-changed', elsewhere);
    // A name of the other direction is isolated from the words around it.
    expect(subject).toBe('⟦\u2068Footlight\u2069⟧');
    expect(html.match(/lang="ar-XB" dir="rtl"/g)).toHaveLength(2);
    // Missing translations are shown in English.
    expect(html).toContain('If this was you, no action is needed.');
    const german = await fanWithLanguage('de', elsewhere);
    await retryOn503(() => elsewhere.call('PUT /auth/users/me/password', change, { token: german.token }));
    expect((await latest(german.email, 'password-changed', elsewhere)).subject).toBe('Your Footlight password was changed');
  } finally {
    await elsewhere.close();
    await rm(folder, { recursive: true });
  }
});

test('an operator can preview a mail in each language of the site', async () => {
  const { token } = await signUpOperator(testHost);
  const preview = (query: { language?: string }) =>
    testHost.call('GET /admin/mail-templates/:name/preview', { params: { name: 'receipt' }, query }, { token });
  expect((await preview({})).data.text).toContain('Paid: $45.00');
  const { data } = await preview({ language: 'de' });
  expect(data.html).toContain('lang="de"');
  expect(data.text).toContain('Bezahlt: 45,00 $');
  const test = { params: { name: 'test' }, body: { to: 'o@example.com', language: 'de' } };
  expect((await testHost.call('POST /admin/mail-templates/:name/test', test, { token })).status).toBe(200);
  expect((await latest('o@example.com', 'test')).subject).toBe('Testnachricht von Footlight');
});
