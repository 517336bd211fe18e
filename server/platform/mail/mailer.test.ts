import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { mailer, MailNotTaken, type OutgoingMail } from './mailer';
import { atOnceMax } from '../../mail/pace';

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

let dataDir: string;
const closing: (() => Promise<void>)[] = [];
const received: Received[] = [];

/** A mail server on loopback that knows one account. */
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

async function openSilence(onSocket: (socket: Socket) => void): Promise<string> {
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

function by(smtpUrl: string | null, mailFrom = 'Footlight <no-reply@stage.example.com>') {
  const sender = mailer({ smtpUrl, mailFrom, dataDir });
  // Before the servers, which wait for their last connection.
  closing.unshift(() => sender.close());
  return sender;
}
const signedIn = 'smtp://stage:p%40ss%20word@';

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
  it('arrives whole, in both forms, signed in as configured', async () => {
    const { detail } = await by(signedIn + (await openServer())).send({ ...mail, replyTo: 'greta@example.com' });
    expect(detail).toContain('127.0.0.1 took the message');
    const [got] = received;
    expect([got?.from, got?.to]).toEqual(['no-reply@stage.example.com', ['ada@example.com']]);
    const parsed = await PostalMime.parse(got?.raw ?? Buffer.alloc(0));
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

  it('says how a mail program ends mails of its kind, of those alone that can be ended', async () => {
    const sender = by(signedIn + (await openServer()));
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

  it('keeps its connection for the next mail, and sends several side by side', async () => {
    let [greeted, beside, most, atLeast] = [0, 0, 0, 1];
    const held: (() => void)[] = [];
    const sender = by(
      signedIn +
        (await openServer({
          onConnect: (_session, done) => {
            greeted += 1;
            done();
          },
          onData: (stream, _session, done) => {
            beside += 1;
            most = Math.max(most, beside);
            stream.resume();
            stream.on('end', () => {
              held.push(done);
              // Answered in pairs later on: a sender that waits for each answer would never get one.
              if (held.length < atLeast) return;
              beside -= held.length;
              held.splice(0).forEach((answer) => answer());
            });
          },
        })),
    );
    for (let sent = 0; sent < 3; sent += 1) await sender.send(mail);
    expect([greeted, most]).toEqual([1, 1]);
    atLeast = 2;
    await Promise.all(Array.from({ length: 20 }, () => sender.send(mail)));
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(atOnceMax);
    expect(greeted).toBeLessThanOrEqual(atOnceMax);
  });

  it('goes out on a new connection where the server has closed the last one', async () => {
    const sessions: Socket[] = [];
    const address = await openServer();
    const [host, port] = address.split(':');
    // Between the two a wire that can be cut.
    const wire = await openSilence((socket) => {
      const far = connect(Number(port), host);
      far.on('error', () => undefined);
      socket.pipe(far).pipe(socket);
      sessions.push(socket, far);
    });
    const sender = by(signedIn + wire);
    await sender.send(mail);
    sessions.forEach((socket) => socket.destroy());
    await sender.send({ ...mail, id: '0192a7c4-0000-7000-8000-000000000003' });
    expect(received).toHaveLength(2);
  });

  it('cannot gain a header or a recipient through its subject', async () => {
    await by(signedIn + (await openServer())).send({ ...mail, subject: 'Hello\r\nBcc: victim@example.com\r\n\r\nbody' });
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
    await expect(by(signedIn + address).send({ ...mail, to })).rejects.toMatchObject({ name: 'MailNotTaken', mayRetry: false });
    await expect(by(signedIn + address).send({ ...mail, replyTo: to })).rejects.toMatchObject({ name: 'MailNotTaken', mayRetry: false });
    expect(received).toEqual([]);
  });

  it('reports a refused sign-in in the words of the server, without the password', async () => {
    const failure: unknown = await by(`smtp://stage:wr0ng-secret@${await openServer()}`)
      .send(mail)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MailNotTaken);
    expect(failure).toMatchObject({ message: expect.stringContaining('Wrong name or password') as unknown });
    expect(String(failure)).not.toContain('wr0ng-secret');
    expect(received).toEqual([]);
  });

  it('may be tried again after a refusal for now, and not after one for good', async () => {
    const refusing = (responseCode: number) =>
      openServer({
        onRcptTo: (_address, _session, done) => {
          done(Object.assign(new Error('No'), { responseCode }));
        },
      });
    await expect(by(signedIn + (await refusing(450))).send(mail)).rejects.toMatchObject({ mayRetry: true });
    await expect(by(signedIn + (await refusing(550))).send(mail)).rejects.toMatchObject({ mayRetry: false });
  });

  it('fails at once where no server listens, and may be tried again', async () => {
    await expect(by('smtp://127.0.0.1:9').send(mail)).rejects.toMatchObject({ name: 'MailNotTaken', mayRetry: true });
  });

  it('gives up in bounded time on a server that says nothing', async () => {
    await expect(by(`smtp://${await openSilence(() => undefined)}`).send(mail)).rejects.toMatchObject({
      name: 'MailNotTaken',
      mayRetry: true,
    });
  });

  it('fails when the server hangs up', async () => {
    await expect(by(`smtp://${await openSilence((socket) => socket.destroy())}`).send(mail)).rejects.toMatchObject({
      name: 'MailNotTaken',
      mayRetry: true,
    });
  });
});

describe('mail without a server', () => {
  it('lies in the outbox as a file that mail programs open, for nobody else to read', async () => {
    const outbox = by(null);
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

  it('lies there once when it is sent several times at once', async () => {
    const outbox = by(null);
    const twin = { ...mail, id: '0192a7c4-0000-7000-8000-000000000004' };
    await Promise.all(Array.from({ length: 20 }, () => outbox.send(twin)));
    const folder = join(dataDir, 'outbox');
    expect((await readdir(folder)).filter((name) => name.startsWith(twin.id))).toEqual([`${twin.id}.eml`]);
    await rm(join(folder, `${twin.id}.eml`));
  });

  it('is refused for an address that is none', async () => {
    await expect(by(null).send({ ...mail, id: '0192a7c4-0000-7000-8000-000000000002', to: 'a@b, c@d' })).rejects.toBeInstanceOf(
      MailNotTaken,
    );
    expect(await readdir(join(dataDir, 'outbox'))).toEqual([`${mail.id}.eml`]);
  });
});
