import * as limits from '@contract/kernel/limits';
import { encrypt, decrypt, documentKey } from './storage/encryption';
import { isLinkValid, linkKey, publicMediaUrl, signedMediaUrl, type LinkClaims, type LinkSubject } from './signed-links';

const key = linkKey('the secret of this site, long enough');
const now = new Date('2026-03-04T05:06:07Z');
const subject: LinkSubject = {
  fileId: '0192a7c4-0000-7000-8000-000000000001',
  variant: 'full',
  viewerId: '0192a7c4-0000-7000-8000-00000000000a',
};
const after = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);

function claimsOf(address: string): LinkClaims {
  const query = new URL(address).searchParams;
  return {
    expires: query.get('expires') ?? undefined,
    viewer: query.get('viewer') ?? undefined,
    signature: query.get('signature') ?? undefined,
  };
}
const validClaims = claimsOf(signedMediaUrl('https://api.example.com', key, subject, now));

describe('a signed media URL', () => {
  it('is valid until it expires', () => {
    expect(isLinkValid(key, subject, validClaims, now)).toBe(true);
    expect(isLinkValid(key, subject, validClaims, after(limits.mediaLink_s - 1))).toBe(true);
    expect(isLinkValid(key, subject, validClaims, after(limits.mediaLink_s))).toBe(false);
  });

  it.each<[string, Partial<LinkSubject>]>([
    ['file', { fileId: '0192a7c4-0000-7000-8000-000000000002' }],
    ['variant', { variant: 'small' }],
    ['viewer', { viewerId: '0192a7c4-0000-7000-8000-00000000000b' }],
  ])('is not valid for another %s', (_what, other) => {
    expect(isLinkValid(key, { ...subject, ...other }, validClaims, now)).toBe(false);
  });

  it('is not valid with an altered viewer', () => {
    const other = '0192a7c4-0000-7000-8000-00000000000b';
    expect(isLinkValid(key, { ...subject, viewerId: other }, { ...validClaims, viewer: other }, now)).toBe(false);
  });

  it.each<[string, Partial<LinkClaims>]>([
    ['a later expiry', { expires: String(Number(validClaims.expires) + 60) }],
    ['no expiry', { expires: undefined }],
    ['an expiry in another format', { expires: `${validClaims.expires ?? ''}.0` }],
    ['an expiry that is not a number', { expires: 'Infinity' }],
    ['no signature', { signature: undefined }],
    ['an empty signature', { signature: '' }],
    ['a shortened signature', { signature: validClaims.signature?.slice(0, -1) }],
    ['no viewer', { viewer: undefined }],
  ])('is not valid with %s', (_what, change) => {
    expect(isLinkValid(key, subject, { ...validClaims, ...change }, now)).toBe(false);
  });

  it('is not valid with any character of the signature altered', () => {
    const signature = validClaims.signature ?? '';
    for (let at = 0; at < signature.length; at += 1) {
      const character = signature[at] === 'A' ? 'B' : 'A';
      expect(
        isLinkValid(key, subject, { ...validClaims, signature: signature.slice(0, at) + character + signature.slice(at + 1) }, now),
      ).toBe(false);
    }
  });

  it('is not valid with another secret', () => {
    expect(isLinkValid(linkKey('another secret'), subject, validClaims, now)).toBe(false);
  });

  it('is not needed for public images', () => {
    expect(publicMediaUrl('https://api.example.com', subject.fileId, 'small')).toBe(
      `https://api.example.com/media/${subject.fileId}/small`,
    );
  });
});

describe('an encrypted document', () => {
  const encryptionKey = documentKey('the secret of this site, long enough');
  const bytes = Buffer.from('a passport');

  it('decrypts with its own key and location', () => {
    expect(decrypt(encryptionKey, 'files/a/full', encrypt(encryptionKey, 'files/a/full', bytes)).toString()).toBe('a passport');
  });

  it('reveals no content, and encryption is not deterministic', () => {
    const encrypted = encrypt(encryptionKey, 'files/a/full', bytes);
    expect(encrypted.includes('passport')).toBe(false);
    expect(encrypted.equals(encrypt(encryptionKey, 'files/a/full', bytes))).toBe(false);
  });

  it('does not decrypt at another location, with another key, altered or truncated', () => {
    const encrypted = encrypt(encryptionKey, 'files/a/full', bytes);
    expect(() => decrypt(encryptionKey, 'files/b/full', encrypted)).toThrow();
    expect(() => decrypt(documentKey('another'), 'files/a/full', encrypted)).toThrow();
    for (let at = 0; at < encrypted.length; at += 1) {
      const altered = Buffer.from(encrypted);
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(() => decrypt(encryptionKey, 'files/a/full', altered)).toThrow();
    }
    expect(() => decrypt(encryptionKey, 'files/a/full', encrypted.subarray(0, 20))).toThrow();
  });
});
