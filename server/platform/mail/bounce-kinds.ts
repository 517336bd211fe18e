/** Classifies status codes of mail servers (RFC 3463). */

/** Unknown mailbox or domain, invalid address, or disabled mailbox. */
const unknownAddressStatus = /^5\.(1\.\d+|2\.1)$/;
/** An enhanced status code within a server's message, but not part of an IP address or a version. */
const enhancedStatus = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/;
/** The generic permanent error. */
const genericStatus = '5.0.0';
const noSuchMailbox = 550;

/**
 * Whether an error means that the address does not exist. Servers use the same three digits for errors of policy, size or a full
 * mailbox: they only count if there is no specific enhanced status code.
 */
export function isUnknownRecipient(code: number, message: string): boolean {
  const status = enhancedStatus.exec(message)?.[0];
  return status === undefined || status === genericStatus ? code === noSuchMailbox : unknownAddressStatus.test(status);
}

/** The same for a delivery status; the diagnosis decides if the status is generic. */
export function isUnknownStatus(status: string, diagnosis: string): boolean {
  if (status !== genericStatus) return unknownAddressStatus.test(status);
  return isUnknownRecipient(Number(/\b5\d\d\b/.exec(diagnosis)?.[0] ?? 0), diagnosis);
}
