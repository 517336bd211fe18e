/** A mailbox on loopback with the parts of IMAP4rev1 (RFC 3501) that are needed to read, flag and remove messages. */
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface Mailbox {
  /** Its URL, with name and password. */
  url: string;
  put(raw: string): void;
  /** The messages, the oldest first. */
  messages(): { raw: string; seen: boolean }[];
  /** All commands of all connections, without their tags. */
  commands: string[];
  close(): Promise<void>;
}

interface Message {
  uid: number;
  raw: Buffer;
  flags: Set<string>;
}

const capabilities = 'IMAP4rev1 AUTH=PLAIN UIDPLUS';

/** Opens a mailbox with one account, `bounces` with the password `p@ss word`. */
export async function openMailbox(): Promise<Mailbox> {
  let messages: Message[] = [];
  let nextUid = 1;
  const commands: string[] = [];
  const sockets = new Set<Socket>();

  const indexOf = (uid: string) => messages.findIndex((message) => String(message.uid) === uid);
  const isAccount = (name?: string, password?: string) => name === 'bounces' && password === 'p@ss word';

  function fetchResponse(uid: string, from: number, length: number): Buffer {
    const index = indexOf(uid);
    const message = messages[index];
    if (!message) return Buffer.alloc(0);
    const part = message.raw.subarray(from, from + length);
    const head = `* ${String(index + 1)} FETCH (UID ${uid} BODY[]<${String(from)}> {${String(part.length)}}\r\n`;
    return Buffer.concat([Buffer.from(head), part, Buffer.from(')\r\n')]);
  }

  function respond(line: string): { untagged?: string | Buffer; done: string } {
    const [firstWord = '', secondWord = ''] = line.split(' ').map((word) => word.toUpperCase());
    const command = firstWord === 'UID' ? secondWord : firstWord;
    const rest = line.slice(command === firstWord ? firstWord.length + 1 : firstWord.length + secondWord.length + 2);
    if (command === 'CAPABILITY') return { untagged: `* CAPABILITY ${capabilities}\r\n`, done: 'OK done' };
    if (command === 'AUTHENTICATE') {
      const [, user, password] = Buffer.from(rest.split(' ')[1] ?? '', 'base64')
        .toString()
        .split('\0');
      return { done: isAccount(user, password) ? 'OK come in' : 'NO [AUTHENTICATIONFAILED] wrong name or password' };
    }
    if (command === 'LIST') return { untagged: '* LIST (\\HasNoChildren) "/" INBOX\r\n', done: 'OK done' };
    if (command === 'SELECT')
      return {
        untagged: `* ${String(messages.length)} EXISTS\r\n* FLAGS (\\Seen \\Deleted)\r\n* OK [PERMANENTFLAGS (\\Seen \\Deleted)] ok\r\n* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT ${String(nextUid)}] ok\r\n`,
        done: 'OK [READ-WRITE] done',
      };
    if (command === 'SEARCH') {
      const found = messages.filter(({ flags }) => !flags.has('\\Seen')).map(({ uid }) => uid);
      return { untagged: `* SEARCH ${found.join(' ')}\r\n`, done: 'OK done' };
    }
    if (command === 'FETCH') {
      const [, uid = '', from = '0', length = '1000000'] = /^(\d+) .*?(?:<(\d+)\.(\d+)>|$)/.exec(rest) ?? [];
      return { untagged: fetchResponse(uid, Number(from), Number(length)), done: 'OK done' };
    }
    if (command === 'STORE') {
      const [, uid = '', flag = ''] = /^(\d+) \+FLAGS\S* \(?(\\\w+)/i.exec(rest) ?? [];
      messages[indexOf(uid)]?.flags.add(flag);
      return { done: 'OK done' };
    }
    if (command === 'EXPUNGE') {
      const index = indexOf(rest.trim());
      messages = messages.filter(({ flags }) => !flags.has('\\Deleted'));
      return { untagged: index < 0 ? '' : `* ${String(index + 1)} EXPUNGE\r\n`, done: 'OK done' };
    }
    return { done: ['NOOP', 'CLOSE', 'UNSELECT', 'LOGOUT'].includes(command) ? 'OK done' : 'BAD unknown here' };
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write(`* OK [CAPABILITY ${capabilities}] ready\r\n`);
    let buffered = '';
    /** The tag of an AUTHENTICATE command whose credentials follow on the next line. */
    let authenticateTag: string | null = null;
    socket.on('data', (chunk: Buffer) => {
      const lines = (buffered + chunk.toString('latin1')).split('\r\n');
      buffered = lines.pop() ?? '';
      for (const line of lines) {
        const space = line.indexOf(' ');
        const [tag, command] =
          authenticateTag === null ? [line.slice(0, space), line.slice(space + 1)] : [authenticateTag, `AUTHENTICATE PLAIN ${line}`];
        if (authenticateTag === null && /^AUTHENTICATE PLAIN$/i.test(command)) {
          authenticateTag = tag;
          socket.write('+ \r\n');
          continue;
        }
        authenticateTag = null;
        commands.push(command);
        const { untagged: data = '', done: status } = respond(command);
        socket.write(data);
        socket.write(`${tag} ${status}\r\n`);
        if (/^LOGOUT/i.test(command)) socket.end();
      }
    });
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `imap://bounces:p%40ss%20word@127.0.0.1:${String(port)}`,
    put: (raw) => void messages.push({ uid: nextUid++, raw: Buffer.from(raw.replaceAll(/\r?\n/g, '\r\n')), flags: new Set() }),
    messages: () => messages.map(({ raw, flags }) => ({ raw: raw.toString(), seen: flags.has('\\Seen') })),
    commands,
    close: async () => {
      sockets.forEach((socket) => socket.destroy());
      await new Promise<void>((closed) => void server.close(() => closed()));
    },
  };
}
