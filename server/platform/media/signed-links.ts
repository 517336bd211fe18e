/**
 * Addresses of media. Pictures that everybody may see have a plain address for ever; what is private has one that is signed
 * over file, variant, viewer and expiry, and is good for nothing else.
 */
import { createHmac } from 'node:crypto';
import * as limits from '@contract/kernel/limits';
import { second_ms } from '@contract/kernel/units';
import { deriveKey } from '../../kernel/derive-key';
import { isSameSecret } from '../../same-secret';

export interface LinkSubject {
  fileId: string;
  variant: string;
  /** The account that may open the address, with its own session; or `guestViewer`, whose link opens for whoever may see the file. */
  viewerId: string;
}

/** The query of a signed address, as it came. */
export interface LinkClaims {
  expires: string | undefined;
  viewer: string | undefined;
  signature: string | undefined;
}

/** The viewer of a link that was made for a guest. */
export const guestViewer = 'guest';

const label = 'footlight media links';
const secondsPattern = /^\d{1,12}$/;

/** The key that media addresses are signed with. */
export function linkKey(appSecret: string): Buffer {
  return deriveKey(appSecret, label);
}

/** Path of a rendition on the host. */
export function mediaPath(fileId: string, variant: string): string {
  return `/media/${fileId}/${variant}`;
}

/** The lasting address of a picture that everybody may see. */
export function publicAddress(apiUrl: string, fileId: string, variant: string): string {
  return `${apiUrl}${mediaPath(fileId, variant)}`;
}

function signatureOf(key: Uint8Array, { fileId, variant, viewerId }: LinkSubject, expires_s: number): string {
  // A list in JSON: no two different links have the same text.
  return createHmac('sha256', key)
    .update(JSON.stringify([fileId, variant, viewerId, expires_s]))
    .digest('base64url');
}

/** The address of a private rendition for one viewer, good until `limits.mediaLink_s` after `now`. */
export function signedAddress(apiUrl: string, key: Uint8Array, subject: LinkSubject, now: Date): string {
  const expires_s = Math.floor(now.getTime() / second_ms) + limits.mediaLink_s;
  const query = new URLSearchParams({
    expires: String(expires_s),
    viewer: subject.viewerId,
    signature: signatureOf(key, subject, expires_s),
  });
  return `${apiUrl}${mediaPath(subject.fileId, subject.variant)}?${query.toString()}`;
}

/** Whether the claims are a link that this host made for the subject, and `now` is before its end. */
export function isLinkValid(key: Uint8Array, subject: LinkSubject, claims: LinkClaims, now: Date): boolean {
  if (claims.viewer !== subject.viewerId || !claims.signature || !claims.expires || !secondsPattern.test(claims.expires)) return false;
  const expires_s = Number(claims.expires);
  const isOurs = isSameSecret(claims.signature, signatureOf(key, subject, expires_s));
  const now_s = now.getTime() / second_ms;
  return isOurs && now_s < expires_s && expires_s <= now_s + limits.mediaLink_s;
}
