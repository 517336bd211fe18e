/**
 * Variable envelope return paths (VERP): each mail has its own bounce address, so that a bounce identifies the mail whatever its
 * format. The signature prevents forged reports. It is lower case, because some servers change the case:
 * `<bounces>+<32 digits of the mail's id><16 digits of the signature>@<domain>`.
 */
import { createHmac } from 'node:crypto';
import { deriveKey } from '../../kernel/derive-key';
import { isSameSecret } from '../../kernel/constant-time';

/** 64 bits are enough: each guess costs a mail. */
const signatureLength = 16;

const signatureOf = (appSecret: string, digits: string): string =>
  createHmac('sha256', deriveKey(appSecret, 'footlight return paths')).update(digits).digest('hex').slice(0, signatureLength);

/** The return path of a mail whose id is a UUID. */
export function returnPathOf(appSecret: string, bounceAddress: string, mailId: string): string {
  const at = bounceAddress.lastIndexOf('@');
  const digits = mailId.replaceAll('-', '').toLowerCase();
  return `${bounceAddress.slice(0, at)}+${digits}${signatureOf(appSecret, digits)}${bounceAddress.slice(at)}`;
}

/** The mail's id in a return path; null if it is not of this site. */
export function mailIdOfReturnPath(appSecret: string, path: string): string | null {
  const [, digits = '', signature = ''] = /\+([\da-f]{32})([\da-f]{16})@/.exec(path.toLowerCase()) ?? [];
  if (!isSameSecret(signature, signatureOf(appSecret, digits))) return null;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
