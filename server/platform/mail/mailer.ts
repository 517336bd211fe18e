/**
 * Sending a finished mail: through the mail server where one is set, else into the outbox folder as `.eml` files that any
 * mail program opens. Addresses and subjects are data here: nothing in them can add a header or a recipient.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isNativeError } from 'node:util/types';
import type { SendMailOptions, Transporter } from 'nodemailer';
import type SMTPPool from 'nodemailer/lib/smtp-pool';
import { atOnceMax } from '../../mail/pace';

export interface OutgoingMail {
  /** Names the mail for ever: sending it twice gives the same Message-ID, and one file in the outbox. */
  id: string;
  to: string;
  replyTo: string | null;
  /** The List-Unsubscribe address (RFC 8058); null for mails that cannot be unsubscribed from. */
  unsubscribe: string | null;
  subject: string;
  html: string;
  text: string;
}

export interface Mailer {
  /** Where mails go. */
  readonly kind: 'smtp' | 'outbox';
  /** Hands the mail over; `detail` is one sentence about where it went. Rejects with MailNotTaken, in bounded time. */
  send(mail: OutgoingMail): Promise<{ detail: string }>;
  /** Hangs up. What is being sent may still arrive. */
  close(): Promise<void>;
}

export interface MailOptions {
  smtpUrl: string | null;
  mailFrom: string;
  dataDir: string;
}

/** The mail server did not take the mail. The message is its reason, without secrets. */
export class MailNotTaken extends Error {
  override name = 'MailNotTaken';
  /** Whether trying again later can help: false when the server said that it never will. */
  readonly mayRetry: boolean;

  constructor(reason: string, mayRetry: boolean) {
    super(reason);
    this.mayRetry = mayRetry;
  }
}

const connection_ms = 5_000;
const socket_ms = 10_000;
const whole_ms = 25_000;
const reasonLengthMax = 300;
const permanentFrom = 500;

/** A whole address and nothing else: no list, no name, no line break. */
const addressPattern = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/;

function oneAddress(text: string): { name: string; address: string } {
  if (!addressPattern.test(text)) throw new MailNotTaken('The address cannot be used.', false);
  return { name: '', address: text };
}

function messageOf(mail: OutgoingMail, from: string): SendMailOptions {
  const host = /@([^\s@<>]+?)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    to: oneAddress(mail.to),
    ...(mail.replyTo === null ? {} : { replyTo: oneAddress(mail.replyTo) }),
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    messageId: `<${mail.id}@${host}>`,
    // Machines that answer mails by themselves leave these alone.
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribe !== null && {
        'List-Unsubscribe': `<${new URL(mail.unsubscribe).href}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function notTaken(error: unknown, password: string): MailNotTaken {
  if (error instanceof MailNotTaken) return error;
  const reason = isNativeError(error) ? error.message : String(error);
  const code = isNativeError(error) && 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0;
  const told = password === '' ? reason : reason.replaceAll(password, '[hidden]');
  return new MailNotTaken(told.replaceAll(/\s+/g, ' ').slice(0, reasonLengthMax), code < permanentFrom);
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new MailNotTaken('The mail server was too slow.', true));
    }, whole_ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

type Transport = Transporter<SMTPPool.SentMessageInfo>;

function smtpMailer(smtpUrl: string, from: string): Mailer {
  const { hostname, password } = new URL(smtpUrl);
  const options = {
    url: smtpUrl,
    connectionTimeout: connection_ms,
    greetingTimeout: connection_ms,
    dnsTimeout: connection_ms,
    // A connection that has nothing to do for so long is given up.
    socketTimeout: socket_ms,
    // Greeting and sign-in take longer than a mail: connections are kept for the next one.
    pool: true as const,
    maxConnections: atOnceMax,
  };
  let opened: Promise<Transport> | null = null;
  const open = async (): Promise<Transport> => {
    const { createTransport } = await import('nodemailer');
    return createTransport(options);
  };
  return {
    kind: 'smtp',
    send: async (mail) => {
      try {
        const transport = await (opened ??= open());
        const taken = await inTime(transport.sendMail(messageOf(mail, from)));
        return { detail: `${hostname} took the message: ${taken.response}`.slice(0, reasonLengthMax) };
      } catch (error) {
        throw notTaken(error, decodeURIComponent(password));
      }
    },
    close: async () => {
      (await opened)?.close();
      opened = null;
    },
  };
}

/** Where the mails of a site without a mail server lie, by their ids. */
export const outboxFolder = ({ dataDir }: Pick<MailOptions, 'dataDir'>): string => join(dataDir, 'outbox');

function outboxMailer(folder: string, from: string): Mailer {
  return {
    kind: 'outbox',
    send: async (mail) => {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await transport.sendMail(messageOf(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${mail.id}.eml`);
      // A name of its own: a job that two workers do at once writes the same mail twice.
      const unfinished = `${path}.${randomUUID()}.part`;
      try {
        await writeFile(unfinished, message, { mode: 0o600 });
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      return { detail: 'No mail server is set: the message is in the outbox.' };
    },
    close: async () => undefined,
  };
}

/** The way for mails that the configuration names. Ids of mails become file names: they must be UUIDs. */
export function mailer({ smtpUrl, mailFrom, dataDir }: MailOptions): Mailer {
  return smtpUrl === null ? outboxMailer(outboxFolder({ dataDir }), mailFrom) : smtpMailer(smtpUrl, mailFrom);
}
