import * as limits from '@contract/kernel/limits';
import { seal, unseal, documentKey } from '../../media/sealed';
import { isLinkValid, linkKey, publicAddress, signedAddress, type LinkClaims, type LinkSubject } from './signed-links';

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
const good = claimsOf(signedAddress('https://api.example.com', key, subject, now));

describe('a signed media address', () => {
  it('opens until it is over, and not a second longer', () => {
    expect(isLinkValid(key, subject, good, now)).toBe(true);
    expect(isLinkValid(key, subject, good, after(limits.mediaLink_s - 1))).toBe(true);
    expect(isLinkValid(key, subject, good, after(limits.mediaLink_s))).toBe(false);
  });

  it.each<[string, Partial<LinkSubject>]>([
    ['file', { fileId: '0192a7c4-0000-7000-8000-000000000002' }],
    ['rendition', { variant: 'small' }],
    ['viewer', { viewerId: '0192a7c4-0000-7000-8000-00000000000b' }],
  ])('does not open another %s', (_what, other) => {
    expect(isLinkValid(key, { ...subject, ...other }, good, now)).toBe(false);
  });

  it('does not follow a viewer that was changed in the address', () => {
    const other = '0192a7c4-0000-7000-8000-00000000000b';
    expect(isLinkValid(key, { ...subject, viewerId: other }, { ...good, viewer: other }, now)).toBe(false);
  });

  it.each<[string, Partial<LinkClaims>]>([
    ['a later end', { expires: String(Number(good.expires) + 60) }],
    ['no end', { expires: undefined }],
    ['an end in other words', { expires: `${good.expires ?? ''}.0` }],
    ['an end that is no number', { expires: 'Infinity' }],
    ['no signature', { signature: undefined }],
    ['an empty signature', { signature: '' }],
    ['a shortened signature', { signature: good.signature?.slice(0, -1) }],
    ['no viewer', { viewer: undefined }],
  ])('does not open with %s', (_what, change) => {
    expect(isLinkValid(key, subject, { ...good, ...change }, now)).toBe(false);
  });

  it('does not open with each single sign of the signature altered', () => {
    const signature = good.signature ?? '';
    for (let at = 0; at < signature.length; at += 1) {
      const sign = signature[at] === 'A' ? 'B' : 'A';
      expect(isLinkValid(key, subject, { ...good, signature: signature.slice(0, at) + sign + signature.slice(at + 1) }, now)).toBe(false);
    }
  });

  it('is worth nothing on a site with another secret', () => {
    expect(isLinkValid(linkKey('another secret'), subject, good, now)).toBe(false);
  });

  it('stands beside plain addresses for pictures that everybody sees', () => {
    expect(publicAddress('https://api.example.com', subject.fileId, 'small')).toBe(`https://api.example.com/media/${subject.fileId}/small`);
  });
});

describe('a sealed document', () => {
  const sealing = documentKey('the secret of this site, long enough');
  const bytes = Buffer.from('a passport');

  it('opens at its own place', () => {
    expect(unseal(sealing, 'files/a/full', seal(sealing, 'files/a/full', bytes)).toString()).toBe('a passport');
  });

  it('shows nothing of its content, and never looks the same twice', () => {
    const sealed = seal(sealing, 'files/a/full', bytes);
    expect(sealed.includes('passport')).toBe(false);
    expect(sealed.equals(seal(sealing, 'files/a/full', bytes))).toBe(false);
  });

  it('does not open elsewhere, with another key, altered or cut', () => {
    const sealed = seal(sealing, 'files/a/full', bytes);
    expect(() => unseal(sealing, 'files/b/full', sealed)).toThrow();
    expect(() => unseal(documentKey('another'), 'files/a/full', sealed)).toThrow();
    for (let at = 0; at < sealed.length; at += 1) {
      const altered = Buffer.from(sealed);
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(() => unseal(sealing, 'files/a/full', altered)).toThrow();
    }
    expect(() => unseal(sealing, 'files/a/full', sealed.subarray(0, 20))).toThrow();
  });
});
