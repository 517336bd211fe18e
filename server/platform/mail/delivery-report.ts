/**
 * Parses messages to a return path: delivery status notifications (RFC 3464) and complaints in the abuse reporting format (RFC
 * 5965). Replies and auto-replies are ignored.
 */
import PostalMime, { type Attachment } from 'postal-mime';
import type { MailReturnKind } from '@contract/kernel/values/site';
import { isUnknownStatus } from './bounce-kinds';
import { mailIdOfReturnPath } from './return-path';

export interface DeliveryReport {
  /** The id of the returned mail, from its signed return path. */
  mailId: string;
  kind: MailReturnKind;
  /** The other server's response. */
  reason: string;
}

const options = { forceRfc822Attachments: true, attachmentEncoding: 'utf8', maxNestingDepth: 20 } as const;

/** Groups of fields by lower-case name: first the report's fields, then one group per recipient. */
function groupsIn({ content }: Attachment): Map<string, string>[] {
  const unfolded = (typeof content === 'string' ? content : '').replaceAll('\r\n', '\n').replaceAll(/\n[ \t]+/g, ' ');
  return unfolded.split(/\n{2,}/).map((group) => {
    const fields = group.split('\n').flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 1 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const];
    });
    return new Map(fields);
  });
}

/** The kind and reason of a failed delivery; null if the mail is delayed or delivered. */
function statusIn(part: Attachment): Pick<DeliveryReport, 'kind' | 'reason'> | null {
  const failed = groupsIn(part).find((group) => group.get('action')?.toLowerCase() === 'failed');
  if (!failed) return null;
  const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(failed.get('status') ?? '')?.[0] ?? '';
  const diagnosis = failed.get('diagnostic-code') ?? '';
  const reason = diagnosis.replace(/^\w+;\s*/, '') || `Delivery failed with status ${status}.`;
  return { kind: isUnknownStatus(status, diagnosis) ? 'hard' : 'soft', reason };
}

/** The report in a message to the bounce address; null if it is not about a mail of this site. */
export async function parseDeliveryReport(appSecret: string, message: Uint8Array): Promise<DeliveryReport | null> {
  const { headers, attachments } = await PostalMime.parse(message, options);
  const findMailId = (texts: readonly string[]): string | null =>
    texts.map((text) => mailIdOfReturnPath(appSecret, text)).find(Boolean) ?? null;
  const status = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  if (status) {
    const mailId = findMailId(headers.map(({ value }) => value));
    const delivery = statusIn(status);
    return mailId !== null && delivery !== null ? { mailId, ...delivery } : null;
  }
  const feedback = attachments.find(({ mimeType }) => mimeType === 'message/feedback-report');
  const fields = feedback && groupsIn(feedback)[0];
  if (fields?.get('feedback-type')?.toLowerCase() !== 'abuse') return null;
  const mailId = findMailId([...headers.map(({ value }) => value), fields.get('original-mail-from') ?? '']);
  return mailId === null ? null : { mailId, kind: 'complaint', reason: 'The recipient reported the email as spam.' };
}
