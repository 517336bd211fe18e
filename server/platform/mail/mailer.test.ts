import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { mailIdOfReturnPath } from './return-path';
import { mailer, MailNotSent, MailUnconfirmed, type OutgoingMail } from './mailer';
import { smtpConnectionsMax } from './concurrency';

interface Received {
  from: string;
  to: string[];
  raw: Buffer;
}

const mail: OutgoingMail = {
  id: '0192a7c4-0000-7000-8000-000000000001',
  to: 'ada@example.com',
  replyTo: null,
  unsubscribe: null,
  subject: 'Grüße from the stage',
  html: '<p>Hello <b>Ada</b></p>',
  text: 'Hello Ada\n.\nwith a lonely dot, ünïcödé and a line that goes on '.concat('and on '.repeat(200)),
};

const appSecret = 'a secret that is as long as secrets have to be';
let dataDir: string;
const closing: (() => Promise<void>)[] = [];
const received: Received[] = [];

/** A mail server on loopback with one account. */
async function openServer(options: SMTPServerOptions = {}): Promise<string> {
  const server = new SMTPServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      if (username === 'stage' && password === 'p@ss word') done(null, { user: username });
      else done(new Error('Wrong name or password'));
    },
    onData: (stream, session, done) => {
      void stream.toArray().then((chunks: Buffer[]) => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks),
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((listening) =>
    server.listen(0, '127.0.0.1', () => {
      listening();
    }),
  );
  closing.push(
    () =>
      new Promise((closed) => {
        server.close(() => {
          closed();
        });
      }),
  );
  return `127.0.0.1:${String((server.server.address() as AddressInfo).port)}`;
}

async function openTcpServer(onSocket: (socket: Socket) => void): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  await new Promise<void>((listening) =>
    server.listen(0, '127.0.0.1', () => {
      listening();
    }),
  );
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  closing.push(
    () =>
      new Promise((closed) => {
        sockets.forEach((socket) => socket.destroy());
        server.close(() => {
          closed();
        });
      }),
  );
  return `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

function mailerFor(smtpUrl: string | null, mailFrom = 'Footlight <no-reply@stage.example.com>', bounceAddress: string | null = null) {
  const sender = mailer({ smtpUrl, mailFrom, dataDir, bounceAddress, appSecret });
  // Before the servers, which wait for their last connection.
  closing.unshift(() => sender.close());
  return sender;
}
const authUrl = 'smtp://stage:p%40ss%20word@';

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'footlight-mail-'));
});
beforeEach(() => {
  received.length = 0;
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe('mail through a server', () => {
  it('is delivered completely, as HTML and text, with the configured credentials', async () => {
    const { detail } = await mailerFor(authUrl + (await openServer())).send({ ...mail, replyTo: 'greta@example.com' });
    expect(detail).toContain('127.0.0.1 accepted the email');
    const [delivered] = received;
    expect([delivered?.from, delivered?.to]).toEqual(['no-reply@stage.example.com', ['ada@example.com']]);
    const parsed = await PostalMime.parse(delivered?.raw ?? Buffer.alloc(0));
    expect(parsed).toMatchObject({
      subject: mail.subject,
      from: { name: 'Footlight', address: 'no-reply@stage.example.com' },
      to: [{ address: 'ada@example.com' }],
      replyTo: [{ address: 'greta@example.com' }],
      messageId: `<${mail.id}@stage.example.com>`,
    });
    expect(parsed.html?.trim()).toBe(mail.html);
    expect(parsed.text?.trim()).toBe(mail.text.trim());
    expect(parsed.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
  });

  it('has its own envelope sender, if a bounce address is set', async () => {
    await mailerFor(authUrl + (await openServer()), undefined, 'bounces@stage.example.com').send(mail);
    expect(received[0]?.from).toMatch(/^bounces\+0192a7c4000070008000000000000001[\da-f]{16}@stage\.example\.com$/);
    expect(received[0]?.to).toEqual(['ada@example.com']);
    expect(mailIdOfReturnPath(appSecret, received[0]?.from ?? '')).toBe(mail.id);
    expect((await PostalMime.parse(received[0]?.raw ?? '')).from).toMatchObject({ address: 'no-reply@stage.example.com' });
  });

  it('has List-Unsubscribe headers only if it can be unsubscribed from', async () => {
    const sender = mailerFor(authUrl + (await openServer()));
    await sender.send({ ...mail, unsubscribe: 'https://api.stage.example.com/mail/unsubscribe?token=a.b' });
    await sender.send(mail);
    const headersOf = async (raw: Buffer = Buffer.alloc(0)) =>
      (await PostalMime.parse(raw)).headers.filter(({ key }) => key.startsWith('list-')).map(({ key, value }) => [key, value]);
    expect(await headersOf(received[0]?.raw)).toEqual([
      ['list-unsubscribe', '<https://api.stage.example.com/mail/unsubscribe?token=a.b>'],
      ['list-unsubscribe-post', 'List-Unsubscribe=One-Click'],
    ]);
    expect(await headersOf(received[1]?.raw)).toEqual([]);
  });

  it('reuses connections and sends several mails concurrently', async () => {
    let [connections, concurrent, concurrentMax, atLeast] = [0, 0, 0, 1];
    const pendingResponses: (() => void)[] = [];
    const sender = mailerFor(
      authUrl +
        (await openServer({
          onConnect: (_session, done) => {
            connections += 1;
            done();
          },
          onData: (stream, _session, done) => {
            concurrent += 1;
            concurrentMax = Math.max(concurrentMax, concurrent);
            stream.resume();
            stream.on('end', () => {
              pendingResponses.push(done);
              // Later responses come in pairs: a sequential sender would never get one.
              if (pendingResponses.length < atLeast) return;
              concurrent -= pendingResponses.length;
              pendingResponses.splice(0).forEach((respond) => respond());
            });
          },
        })),
    );
    for (let sent = 0; sent < 3; sent += 1) await sender.send(mail);
    expect([connections, concurrentMax]).toEqual([1, 1]);
    atLeast = 2;
    await Promise.all(Array.from({ length: 20 }, () => sender.send(mail)));
    expect(concurrentMax).toBeGreaterThan(1);
    expect(concurrentMax).toBeLessThanOrEqual(smtpConnectionsMax);
    expect(connections).toBeLessThanOrEqual(smtpConnectionsMax);
  });

  it('uses a new connection after the server has closed the last one', async () => {
    const proxiedSockets: Socket[] = [];
    const address = await openServer();
    const [host, port] = address.split(':');
    // A proxy in between, which can break the connection.
    const proxy = await openTcpServer((socket) => {
      const upstream = connect(Number(port), host);
      upstream.on('error', () => undefined);
      socket.pipe(upstream).pipe(socket);
      proxiedSockets.push(socket, upstream);
    });
    const sender = mailerFor(authUrl + proxy);
    await sender.send(mail);
    proxiedSockets.forEach((socket) => socket.destroy());
    await sender.send({ ...mail, id: '0192a7c4-0000-7000-8000-000000000003' });
    expect(received).toHaveLength(2);
  });

  it('cannot get a header or a recipient injected through its subject', async () => {
    await mailerFor(authUrl + (await openServer())).send({ ...mail, subject: 'Hello\r\nBcc: victim@example.com\r\n\r\nbody' });
    const parsed = await PostalMime.parse(received[0]?.raw ?? Buffer.alloc(0));
    expect(received[0]?.to).toEqual(['ada@example.com']);
    expect(parsed.bcc ?? []).toEqual([]);
    expect(parsed.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(parsed.text?.trim()).toBe(mail.text.trim());
  });

  it.each([
    'ada@example.com, victim@example.com',
    'ada@example.com\r\nRCPT TO:<victim@example.com>',
    'Ada <ada@example.com>',
    'group:ada@example.com;',
    'ada',
    '',
  ])('is not sent to %j', async (to) => {
    const address = await openServer();
    await expect(mailerFor(authUrl + address).send({ ...mail, to })).rejects.toMatchObject({ name: 'MailNotSent', mayRetry: false });
    await expect(mailerFor(authUrl + address).send({ ...mail, replyTo: to })).rejects.toMatchObject({
      name: 'MailNotSent',
      mayRetry: false,
    });
    expect(received).toEqual([]);
  });

  it("reports a rejected sign-in with the server's message, without the password", async () => {
    const failure: unknown = await mailerFor(`smtp://stage:wr0ng-secret@${await openServer()}`)
      .send(mail)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MailNotSent);
    expect(failure).toMatchObject({ message: expect.stringContaining('Wrong name or password') as unknown });
    expect(String(failure)).not.toContain('wr0ng-secret');
    expect(received).toEqual([]);
  });

  it('may be retried after a temporary error, but not after a permanent one', async () => {
    const rejectingServer = (responseCode: number) =>
      openServer({
        onRcptTo: (_address, _session, done) => {
          done(Object.assign(new Error('No'), { responseCode }));
        },
      });
    await expect(mailerFor(authUrl + (await rejectingServer(450))).send(mail)).rejects.toMatchObject({ mayRetry: true });
    await expect(mailerFor(authUrl + (await rejectingServer(550))).send(mail)).rejects.toMatchObject({ mayRetry: false });
  });

  it.each([
    [550, '5.1.1 No such user here', true],
    [550, 'No such user', true],
    [550, '5.7.1 Blocked by our policy', false],
    [552, '5.2.2 Mailbox full', false],
    [450, '4.1.1 Try again later', false],
  ])('distinguishes unknown addresses from other errors: %d %s', async (responseCode, message, isUnknownAddress) => {
    const address = await openServer({
      onRcptTo: (_address, _session, done) => {
        done(Object.assign(new Error(message), { responseCode }));
      },
    });
    await expect(mailerFor(authUrl + address).send(mail)).rejects.toMatchObject({ isUnknownAddress });
  });

  it('fails immediately if no server listens, and may be retried', async () => {
    await expect(mailerFor('smtp://127.0.0.1:9').send(mail)).rejects.toMatchObject({ name: 'MailNotSent', mayRetry: true });
  });

  it('fails in bounded time if the server does not respond', async () => {
    await expect(mailerFor(`smtp://${await openTcpServer(() => undefined)}`).send(mail)).rejects.toMatchObject({
      name: 'MailNotSent',
      mayRetry: true,
    });
  });

  describe('a server that responds slowly after the message', () => {
    /** `message` resolves with the function that sends the server's response, once the server has the whole message. */
    const openSlowServer = async () => {
      let onMessage: (respond: () => void) => void;
      const message = new Promise<() => void>((resolve) => (onMessage = resolve));
      const address = await openServer({
        onData: (stream, _session, done) => {
          void stream.toArray().then((chunks: Buffer[]) => {
            received.push({ from: '', to: [], raw: Buffer.concat(chunks) });
            onMessage(() => done());
          });
        },
      });
      return { address, message };
    };
    it('is waited for, and the message is sent once', async () => {
      const { address, message } = await openSlowServer();
      const sent = mailerFor(authUrl + address).send(mail);
      const respond = await message;
      // Longer than a socket may be silent while the message is on its way.
      await pause(12_000);
      respond();
      await expect(sent).resolves.toMatchObject({ detail: expect.stringContaining('accepted the email') as string });
      expect(received).toHaveLength(1);
    });

    it('has not confirmed the message when the limit runs out', async () => {
      const { address, message } = await openSlowServer();
      const sent = mailerFor(authUrl + address).send(mail, 1_000);
      await expect(sent).rejects.toBeInstanceOf(MailUnconfirmed);
      (await message)();
      expect(received).toHaveLength(1);
    });
  });

  it('fails when the server closes the connection', async () => {
    await expect(mailerFor(`smtp://${await openTcpServer((socket) => socket.destroy())}`).send(mail)).rejects.toMatchObject({
      name: 'MailNotSent',
      mayRetry: true,
    });
  });
});

describe('mail without a server', () => {
  it('is written to the outbox as a private .eml file', async () => {
    const outbox = mailerFor(null);
    expect(outbox.kind).toBe('outbox');
    await outbox.send(mail);
    await outbox.send(mail);
    const folder = join(dataDir, 'outbox');
    expect(await readdir(folder)).toEqual([`${mail.id}.eml`]);
    const parsed = await PostalMime.parse(await readFile(join(folder, `${mail.id}.eml`)));
    expect(parsed).toMatchObject({ subject: mail.subject, to: [{ address: 'ada@example.com' }] });
    expect(parsed.html?.trim()).toBe(mail.html);
    expect((await stat(join(folder, `${mail.id}.eml`))).mode & 0o077).toBe(0);
  });

  it('is written once when it is sent several times concurrently', async () => {
    const outbox = mailerFor(null);
    const twin = { ...mail, id: '0192a7c4-0000-7000-8000-000000000004' };
    await Promise.all(Array.from({ length: 20 }, () => outbox.send(twin)));
    const folder = join(dataDir, 'outbox');
    expect((await readdir(folder)).filter((name) => name.startsWith(twin.id))).toEqual([`${twin.id}.eml`]);
    await rm(join(folder, `${twin.id}.eml`));
  });

  it('is rejected for an invalid address', async () => {
    await expect(mailerFor(null).send({ ...mail, id: '0192a7c4-0000-7000-8000-000000000002', to: 'a@b, c@d' })).rejects.toBeInstanceOf(
      MailNotSent,
    );
    expect(await readdir(join(dataDir, 'outbox'))).toEqual([`${mail.id}.eml`]);
  });
});
