/**
 * URLs of media. Public images have permanent plain URLs. Private files have URLs with a signature over file, variant, viewer and
 * expiry.
 */
import { createHmac } from 'node:crypto';
import * as limits from '@contract/kernel/limits';
import { second_ms } from '@contract/kernel/units';
import { deriveKey } from '../../kernel/derive-key';
import { isSameSecret } from '../../kernel/constant-time';

export interface LinkSubject {
  fileId: string;
  variant: string;
  /** The account that may open the URL, with its session; or `guestViewer`, whose URL works for anyone who may see the file. */
  viewerId: string;
}

/** The query of a signed URL, unverified. */
export interface LinkClaims {
  expires: string | undefined;
  viewer: string | undefined;
  signature: string | undefined;
}

/** The viewer in a guest's URL. */
export const guestViewer = 'guest';

const label = 'footlight media links';
const secondsPattern = /^\d{1,12}$/;

/** The signing key of media URLs. */
export function linkKey(appSecret: string): Buffer {
  return deriveKey(appSecret, label);
}

/** The path of a rendition. */
export function mediaPath(fileId: string, variant: string): string {
  return `/media/${fileId}/${variant}`;
}

/** The permanent URL of a public image. */
export function publicMediaUrl(apiUrl: string, fileId: string, variant: string): string {
  return `${apiUrl}${mediaPath(fileId, variant)}`;
}

function signatureOf(key: Uint8Array, { fileId, variant, viewerId }: LinkSubject, expires_s: number): string {
  // JSON is unambiguous: different links never have the same text.
  return createHmac('sha256', key)
    .update(JSON.stringify([fileId, variant, viewerId, expires_s]))
    .digest('base64url');
}

/** The URL of a private rendition for one viewer, valid until `limits.mediaLink_s` after `now`. */
export function signedMediaUrl(apiUrl: string, key: Uint8Array, subject: LinkSubject, now: Date): string {
  const expires_s = Math.floor(now.getTime() / second_ms) + limits.mediaLink_s;
  const query = new URLSearchParams({
    expires: String(expires_s),
    viewer: subject.viewerId,
    signature: signatureOf(key, subject, expires_s),
  });
  return `${apiUrl}${mediaPath(subject.fileId, subject.variant)}?${query.toString()}`;
}

/** Whether the claims are a valid, unexpired signature for the subject. */
export function isLinkValid(key: Uint8Array, subject: LinkSubject, claims: LinkClaims, now: Date): boolean {
  if (claims.viewer !== subject.viewerId || !claims.signature || !claims.expires || !secondsPattern.test(claims.expires)) return false;
  const expires_s = Number(claims.expires);
  const isAuthentic = isSameSecret(claims.signature, signatureOf(key, subject, expires_s));
  const now_s = now.getTime() / second_ms;
  return isAuthentic && now_s < expires_s && expires_s <= now_s + limits.mediaLink_s;
}
