/** Mails come in the language of the account that gets them, and in English where it has none that the site has. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as limits from '@contract/kernel/limits';
import { mailUnseen } from '@server/people/notifications/mail';
import { insist } from '../../../tests/kit/timing/retry';
import { mailsTo } from '../../../tests/support/outbox';
import { password, signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { tellOf } from '../../../tests/support/told';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import type { TemplateName } from './templates';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const latest = async (to: string, template: TemplateName, where = world) => {
  const mail = (await mailsTo(where, to, template)).at(-1);
  if (!mail) throw new Error(`no ${template} went to ${to}`);
  return mail;
};

/** A fan who has chosen a language in her account. */
async function reading(locale: string | null, where = world) {
  const fan = await signUpFan(where);
  await insist(() => where.call('PUT /users', { body: { locale } }, { token: fan.token }));
  return fan;
}

/** The mail that tells her of a tip. */
async function tipped(fan: { id: string; email: string }, where = world) {
  const performer = await signUpPerformer(where);
  await tellOf(where, fan.id, { actorId: performer.id, text: 'sent you a tip of 20 tokens.' });
  where.clock.advance({ seconds: limits.notificationMail_s + 1 });
  await mailUnseen(where.ctx);
  return { performer, ...(await latest(fan.email, 'unseen', where)) };
}

const register = (name: string, headers: Record<string, string>) =>
  insist(() =>
    world.call('POST /auth/users/register', { body: { email: `${name}@example.com`, password, username: name, name } }, { headers }),
  );

describe('an account that reads German', () => {
  test('gets its mails in it: subject, page and text, and what happened to it', async () => {
    const { subject, html, text, performer } = await tipped(await reading('de'));
    expect(subject).toBe('Neues für dich bei Footlight');
    expect(html).toMatch(/^<!doctype html><html lang="de" dir="ltr">/);
    expect(html).toContain('Wenn der Knopf nicht funktioniert, öffne diese Adresse:');
    expect(text).toContain(`${performer.username} hat dir 20 Tokens Trinkgeld gegeben.`);
    expect(text).toContain('Öffnen:\nhttp://localhost:3000/wallet');
  });

  test('is told days and amounts as German writes them', async () => {
    const { token, email } = await reading('de');
    await insist(() =>
      world.call('PUT /auth/users/me/password', { body: { password: 'another long word', currentPassword: password } }, { token }),
    );
    const { subject, text } = await latest(email, 'password-changed');
    expect(subject).toBe('Dein Passwort bei Footlight wurde geändert');
    expect(text).toMatch(/Dein Passwort wurde am \d{1,2}\. [\p{L}]+ \d{4} um \d\d:\d\d UTC geändert/u);
  });

  test('is asked in it to confirm another address, and told of it at the former one', async () => {
    const { token, email } = await reading('de');
    const next = `next-${email}`;
    await insist(() => world.call('PUT /users', { body: { email: next, currentPassword: password } }, { token }));
    expect((await latest(email, 'email-changing')).subject).toBe('Deine E-Mail-Adresse bei Footlight soll sich ändern');
    const { subject, html, text } = await latest(next, 'verify-email');
    expect(subject).toBe('Bestätige deine E-Mail-Adresse für Footlight');
    expect(html).toContain('lang="de"');
    expect(text).toContain('Der Link funktioniert einmal und gilt');
  });
});

describe('who registers', () => {
  test.each([
    ['the language that she chose on the site', 'greta', { cookie: 'language=de', 'accept-language': 'en' }],
    ['the one that her browser asks for', 'gerda', { 'accept-language': 'fr, de-AT;q=0.8' }],
  ])('is written to in %s, then and later', async (_which, name, headers) => {
    await register(name, headers);
    expect((await latest(`${name}@example.com`, 'verify-email')).html).toContain('<html lang="de" dir="ltr">');
    const login = { body: { username: name, password, remember: false } };
    const { data } = await world.call('POST /auth/login', login);
    expect((await world.call('GET /users/me', {}, { token: data.token })).data.locale).toBe('de');
  });

  test('in English keeps no language, and reads English', async () => {
    await register('ella', { 'accept-language': 'en-GB, de;q=0.5' });
    const { subject, html } = await latest('ella@example.com', 'verify-email');
    expect(subject).toBe('Confirm your e-mail address for Footlight');
    expect(html).toContain('<html lang="en" dir="ltr">');
  });
});

test('who writes without an account is answered in the language of her request', async () => {
  const { token } = await signUpOperator(world);
  const message = (name: string) => ({ name, email: `${name}@example.com`, message: 'Wo finde ich meine Belege?' });
  const write = (name: string, headers: Record<string, string>) =>
    insist(() => world.call('POST /contact', { body: message(name) }, { headers }));
  await write('wilma', { cookie: 'theme=dark; language=de' });
  await write('wanda', { cookie: 'language=fr' });
  const { data } = await world.call('GET /admin/inbox/search', { query: {} }, { token });
  for (const { _id } of data.data)
    await insist(() => world.call('POST /admin/inbox/:id/answer', { params: { id: _id }, body: { text: 'Hier.' } }, { token }));
  expect(await latest('wilma@example.com', 'contact-answer')).toMatchObject({
    subject: 'Antwort von Footlight',
    text: expect.stringContaining('Du hast uns geschrieben. Das ist unsere Antwort:') as string,
  });
  expect((await latest('wanda@example.com', 'contact-answer')).subject).toBe('Answer from Footlight');
});

test('an account without a language, or with one that is not there, reads English', async () => {
  for (const locale of [null, 'fr']) {
    const { subject, html, text, performer } = await tipped(await reading(locale));
    expect(subject).toBe('News for you at Footlight');
    expect(html).toContain('<html lang="en" dir="ltr">');
    expect(text).toContain(`${performer.username} sent you a tip of 20 tokens.`);
  }
});

test('a name is no markup in a sentence of another language', async () => {
  const { token, email } = await reading('de');
  await insist(() => world.call('PUT /users', { body: { name: '<b>Ada</b> & {0}' } }, { token }));
  await insist(() =>
    world.call('PUT /auth/users/me/password', { body: { password: 'another long word', currentPassword: password } }, { token }),
  );
  const { html } = await latest(email, 'password-changed');
  expect(html).not.toContain('<b>');
  expect(html).toMatch(/Hallo( &lt;b&gt;Ada&lt;\/b&gt; &amp; \{0\})?,/);
});

test('a language that is written from the right turns the mail around', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'languages-'));
  await writeFile(join(folder, 'ar-XB.json'), JSON.stringify({ 'Hello {0},': '⟦{0} ⟧', 'Your password at {0} was changed': '⟦{0}⟧' }));
  const elsewhere = await openWorld({ LOCALES_DIR: folder });
  try {
    const { token, email } = await reading('ar-XB', elsewhere);
    const change = { body: { password: 'another long word', currentPassword: password } };
    await insist(() => elsewhere.call('PUT /auth/users/me/password', change, { token }));
    const { subject, html } = await latest(email, 'password-changed', elsewhere);
    expect(subject).toBe('⟦Footlight⟧');
    expect(html.match(/lang="ar-XB" dir="rtl"/g)).toHaveLength(2);
    // What a language lacks stands in English.
    expect(html).toContain('If it was you, there is nothing to do.');
    const german = await reading('de', elsewhere);
    await insist(() => elsewhere.call('PUT /auth/users/me/password', change, { token: german.token }));
    expect((await latest(german.email, 'password-changed', elsewhere)).subject).toBe('Your password at Footlight was changed');
  } finally {
    await elsewhere.close();
    await rm(folder, { recursive: true });
  }
});

test('an operator looks at a mail in each language of the site', async () => {
  const { token } = await signUpOperator(world);
  const look = (query: { language?: string }) =>
    world.call('GET /admin/mail-templates/:name/preview', { params: { name: 'receipt' }, query }, { token });
  expect((await look({})).data.text).toContain('Paid: 45.00 USD');
  const { data } = await look({ language: 'de' });
  expect(data.html).toContain('lang="de"');
  expect(data.text).toContain('Bezahlt: 45,00 USD');
  const test = { params: { name: 'test' }, body: { to: 'o@example.com', language: 'de' } };
  expect((await world.call('POST /admin/mail-templates/:name/test', test, { token })).status).toBe(200);
  expect((await latest('o@example.com', 'test')).subject).toBe('Testnachricht von Footlight');
});
