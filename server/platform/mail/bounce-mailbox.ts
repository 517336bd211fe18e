/**
 * Reads the mailbox of the bounce address over IMAP. Reports are removed after they are stored. Other messages are marked as read and
 * left for the operators. A message that is read twice is stored once.
 */
import type { ImapFlow } from 'imapflow';
import * as limits from '@contract/kernel/limits';

/** Messages per run. */
const messagesMax = 200;
const connection_ms = 10_000;
const socketTimeout_ms = 20_000;

/** Handles a message. The result `processed` removes it from the mailbox. */
export type HandleMessage = (message: Uint8Array) => Promise<'processed' | 'skipped'>;

async function open(imapUrl: string): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow');
  const { protocol, hostname, port, username, password } = new URL(imapUrl);
  const secure = protocol === 'imaps:';
  const client = new ImapFlow({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 993 : 143) : Number(port),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: connection_ms,
    greetingTimeout: connection_ms,
    socketTimeout: socketTimeout_ms,
  });
  // A broken connection rejects pending calls. Without a listener the error event would also end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    client.close();
    throw error;
  }
  return client;
}

/**
 * Passes the first `mailReports.body_bytes` of each unread message to `handle`. Returns the number of processed messages. Rejects if the
 * server fails.
 */
export async function collectBounces(imapUrl: string, handle: HandleMessage): Promise<number> {
  const client = await open(imapUrl);
  try {
    const lock = await client.getMailboxLock('INBOX');
    try {
      const unread = (await client.search({ seen: false }, { uid: true })) || [];
      let processed = 0;
      for (const uid of unread.slice(0, messagesMax)) {
        const found = await client.fetchOne(String(uid), { source: { start: 0, maxLength: limits.mailReports.body_bytes } }, { uid: true });
        const outcome = found && found.source ? await handle(found.source) : 'skipped';
        if (outcome === 'processed') {
          await client.messageDelete(String(uid), { uid: true });
          processed += 1;
        } else {
          await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
        }
      }
      return processed;
    } finally {
      lock.release();
    }
  } finally {
    await client.logout().catch(() => {
      client.close();
    });
  }
}
