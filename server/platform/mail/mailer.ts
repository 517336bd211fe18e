/**
 * Sends rendered mails over SMTP or, without a mail server, to the outbox folder as `.eml` files. Addresses and subjects cannot
 * inject a header or a recipient.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { isNativeError } from 'node:util/types';
import type { SendMailOptions, Transporter } from 'nodemailer';
import type SMTPPool from 'nodemailer/lib/smtp-pool';
import { smtpConnectionsMax } from './concurrency';
import { isUnknownRecipient } from './bounce-kinds';
import { returnPathOf } from './return-path';

export interface OutgoingMail {
  /** Determines the Message-ID and the file in the outbox: both are the same if the mail is sent twice. */
  id: string;
  to: string;
  replyTo: string | null;
  /** The List-Unsubscribe URL (RFC 8058); null for mails that cannot be unsubscribed from. */
  unsubscribe: string | null;
  subject: string;
  html: string;
  text: string;
}

export interface Mailer {
  /** Where mails go. */
  readonly kind: 'smtp' | 'outbox';
  /**
   * Sends the mail; `detail` is a sentence about the result. Rejects with MailNotSent, or with MailUnconfirmed when the mail server has
   * not responded within `confirmation_ms` after the end of the message.
   */
  send(mail: OutgoingMail, confirmation_ms?: number): Promise<{ detail: string }>;
  /** Closes the connections. Mails in progress may still arrive. */
  close(): Promise<void>;
}

export interface MailOptions {
  smtpUrl: string | null;
  mailFrom: string;
  /** As in `Config`; the base of each mail's return path. */
  bounceAddress: string | null;
  appSecret: string;
  dataDir: string;
}

/** The mail was not sent: its server rejected it or was unreachable. The message is the reason, without secrets. */
export class MailNotSent extends Error {
  override name = 'MailNotSent';
  /** False after a permanent error. */
  readonly mayRetry: boolean;
  /** The address does not exist, according to the server. Other errors do not mean that. */
  readonly isUnknownAddress: boolean;

  constructor(reason: string, mayRetry: boolean, isUnknownAddress = false) {
    super(reason);
    this.mayRetry = mayRetry;
    this.isUnknownAddress = isUnknownAddress;
  }
}

/** The mail server has the whole message, and has not confirmed that it accepted it: sending it again may deliver it twice. */
export class MailUnconfirmed extends Error {
  override name = 'MailUnconfirmed';
  override message = 'The email server didn’t confirm that it accepted the email.';
}

const connection_ms = 5_000;
/** From the start to the end of a message. Until then, the server has not accepted it. */
const transfer_ms = 25_000;
/** From the end of a message to the response: as RFC 5321 (4.5.3.2.6) requires, because giving up earlier leads to duplicates. */
const standardConfirmation_ms = 600_000;
const reasonLengthMax = 300;
/** Response codes from here on are permanent errors. */
const permanentCodesFrom = 500;

/** Exactly one address: no list, no name, no line break. */
const addressPattern = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/;

function oneAddress(text: string): { name: string; address: string } {
  if (!addressPattern.test(text)) throw new MailNotSent('This email address isn’t valid.', false);
  return { name: '', address: text };
}

function messageOf(mail: OutgoingMail, { mailFrom: from, bounceAddress, appSecret }: MailOptions): SendMailOptions {
  const host = /@([^\s@<>]+?)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    to: oneAddress(mail.to),
    ...(bounceAddress !== null && { envelope: { from: returnPathOf(appSecret, bounceAddress, mail.id), to: mail.to } }),
    ...(mail.replyTo === null ? {} : { replyTo: oneAddress(mail.replyTo) }),
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    messageId: `<${mail.id}@${host}>`,
    // Suppresses auto-replies.
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

const isRecipientRejected = (error: unknown): boolean =>
  isNativeError(error) && 'command' in error && String(error.command).startsWith('RCPT TO');

function toMailNotSent(error: unknown, password: string): MailNotSent {
  if (error instanceof MailNotSent) return error;
  const reason = isNativeError(error) ? error.message : String(error);
  const code = isNativeError(error) && 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0;
  const masked = password === '' ? reason : reason.replaceAll(password, '[hidden]');
  const shown = masked.replaceAll(/\s+/g, ' ').slice(0, reasonLengthMax);
  return new MailNotSent(shown, code < permanentCodesFrom, isRecipientRejected(error) && isUnknownRecipient(code, reason));
}

type Transport = Transporter<SMTPPool.SentMessageInfo>;

/** Callbacks by the message's signal: called when the last byte of the message has been written to its connection. */
const onTransferred = new WeakMap<AbortSignal, () => void>();

function reportTransfers(transport: Transport): void {
  transport.use('stream', ({ data: { signal }, message }, done) => {
    message.transform(
      () =>
        new PassThrough({
          flush: (flushed) => {
            if (signal) onTransferred.get(signal)?.();
            flushed();
          },
        }),
    );
    done();
  });
}

/** Sends a message within the limits; a limit that runs out ends its connection. */
async function sendWithin(confirmation_ms: number, transport: Transport, message: SendMailOptions): Promise<SMTPPool.SentMessageInfo> {
  const controller = new AbortController();
  const { signal } = controller;
  const abort = (): void => controller.abort();
  const state = { isTransferred: false };
  let timer = setTimeout(abort, transfer_ms);
  onTransferred.set(signal, () => {
    state.isTransferred = true;
    clearTimeout(timer);
    timer = setTimeout(abort, confirmation_ms);
  });
  try {
    return await transport.sendMail({ ...message, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw state.isTransferred ? new MailUnconfirmed() : new MailNotSent('The email server took too long to respond.', true);
  } finally {
    clearTimeout(timer);
  }
}

function smtpMailer(smtpUrl: string, mailOptions: MailOptions): Mailer {
  const { hostname, password } = new URL(smtpUrl);
  const options = {
    url: smtpUrl,
    connectionTimeout: connection_ms,
    greetingTimeout: connection_ms,
    dnsTimeout: connection_ms,
    // The limits of each message run out earlier.
    socketTimeout: 2 * standardConfirmation_ms,
    // Connections are reused, because greeting and sign-in take longer than a mail.
    pool: true as const,
    maxConnections: smtpConnectionsMax,
  };
  let opened: Promise<Transport> | null = null;
  const open = async (): Promise<Transport> => {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport(options);
    reportTransfers(transport);
    return transport;
  };
  return {
    kind: 'smtp',
    send: async (mail, confirmation_ms = standardConfirmation_ms) => {
      try {
        const transport = await (opened ??= open());
        const info = await sendWithin(confirmation_ms, transport, messageOf(mail, mailOptions));
        return { detail: `${hostname} accepted the email: ${info.response}`.slice(0, reasonLengthMax) };
      } catch (error) {
        throw error instanceof MailUnconfirmed ? error : toMailNotSent(error, decodeURIComponent(password));
      }
    },
    close: async () => {
      (await opened)?.close();
      opened = null;
    },
  };
}

/** The folder for mails of a site without a mail server; files are named by id. */
export const outboxFolder = ({ dataDir }: Pick<MailOptions, 'dataDir'>): string => join(dataDir, 'outbox');

function outboxMailer(folder: string, mailOptions: MailOptions): Mailer {
  return {
    kind: 'outbox',
    send: async (mail) => {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await transport.sendMail(messageOf(mail, mailOptions));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${mail.id}.eml`);
      // A unique name, because two workers may write the same mail concurrently.
      const unfinished = `${path}.${randomUUID()}.part`;
      try {
        await writeFile(unfinished, message, { mode: 0o600 });
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      return { detail: 'No email server is configured. The email is in the outbox.' };
    },
    close: async () => undefined,
  };
}

/** Returns the mailer for the configuration. Ids of mails are used as file names: they must be UUIDs. */
export function mailer(mailOptions: MailOptions): Mailer {
  return mailOptions.smtpUrl === null ? outboxMailer(outboxFolder(mailOptions), mailOptions) : smtpMailer(mailOptions.smtpUrl, mailOptions);
}
