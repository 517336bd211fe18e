import fc from 'fast-check';
import { normalizeAddress } from '@client-address/client-address';
import { clientAddress, proofKey, proofOf, type Claims, type Trust } from './client-address';

const now = new Date('2026-03-04T05:06:07Z');
const key = proofKey('the secret of this site, long enough');
const trust = (trustedProxies: string[] = []): Trust => ({ trustedProxies, proofKey: key, now });
const claims = (overrides: Partial<Claims>): Claims => ({
  peer: '198.51.100.7',
  forwardedFor: undefined,
  clientIp: undefined,
  clientProof: undefined,
  ...overrides,
});
const later = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

describe('the client address of a request', () => {
  it('is the peer without trusted proxies, whatever the headers contain', () => {
    expect(clientAddress(claims({ forwardedFor: '203.0.113.9', clientIp: '203.0.113.9', clientProof: 'x'.repeat(64) }), trust())).toBe(
      '198.51.100.7',
    );
  });

  it('is the rightmost hop that is not a trusted proxy', () => {
    const proxies = trust(['10.0.0.0/8', '192.0.2.1']);
    expect(clientAddress(claims({ peer: '10.1.2.3', forwardedFor: '6.6.6.6, 203.0.113.9, 192.0.2.1' }), proxies)).toBe('203.0.113.9');
    expect(clientAddress(claims({ peer: '10.1.2.3', forwardedFor: '203.0.113.9' }), proxies)).toBe('203.0.113.9');
  });

  it('is the leftmost hop when all are trusted', () => {
    expect(clientAddress(claims({ peer: '10.0.0.1', forwardedFor: '10.0.0.3, 10.0.0.2' }), trust(['10.0.0.0/8']))).toBe('10.0.0.3');
  });

  it('stops at a hop that is not an address', () => {
    expect(clientAddress(claims({ peer: '10.0.0.1', forwardedFor: '203.0.113.9, unknown, 10.0.0.2' }), trust(['10.0.0.0/8']))).toBe(
      '10.0.0.2',
    );
  });

  it('recognizes IPv4-mapped IPv6 proxies and IPv6 ranges', () => {
    expect(clientAddress(claims({ peer: '::ffff:10.1.2.3', forwardedFor: '203.0.113.9' }), trust(['10.0.0.0/8']))).toBe('203.0.113.9');
    expect(clientAddress(claims({ peer: '2001:db8:1::5', forwardedFor: '[2001:DB8:2:0::1]:443' }), trust(['2001:db8:1::/48']))).toBe(
      '2001:db8:2::1',
    );
    expect(clientAddress(claims({ peer: '2001:db8:9::5', forwardedFor: '203.0.113.9' }), trust(['2001:db8:1::/48']))).toBe('2001:db8:9::5');
  });

  it.each([
    ['loopback', '::1'],
    ['loopback', '127.9.9.9'],
    ['uniquelocal', '172.20.0.4'],
    ['uniquelocal', 'fd00::1'],
    ['linklocal', 'fe80::1%eth0'],
  ])('is the forwarded one if the trusted network %s contains the peer %s', (network, peer) => {
    expect(clientAddress(claims({ peer, forwardedFor: '203.0.113.9' }), trust([network]))).toBe('203.0.113.9');
  });

  it("is the address that the site's web server signed, up to a minute off", () => {
    for (const drift of [-1, 0, 1]) {
      expect(clientAddress(claims({ clientIp: '203.0.113.9', clientProof: proofOf(key, '203.0.113.9', later(drift)) }), trust())).toBe(
        '203.0.113.9',
      );
    }
    for (const drift of [-2, 2, 60]) {
      expect(clientAddress(claims({ clientIp: '203.0.113.9', clientProof: proofOf(key, '203.0.113.9', later(drift)) }), trust())).toBe(
        '198.51.100.7',
      );
    }
  });

  it('ignores a proof of another address, of another site, or an altered one', () => {
    const proof = proofOf(key, '203.0.113.9', now);
    expect(clientAddress(claims({ clientIp: '203.0.113.8', clientProof: proof }), trust())).toBe('198.51.100.7');
    expect(
      clientAddress(claims({ clientIp: '203.0.113.9', clientProof: proofOf(proofKey('another secret'), '203.0.113.9', now) }), trust()),
    ).toBe('198.51.100.7');
    expect(clientAddress(claims({ clientIp: '203.0.113.9', clientProof: proof.slice(0, -1) }), trust())).toBe('198.51.100.7');
    expect(clientAddress(claims({ clientIp: '203.0.113.9', clientProof: '' }), trust())).toBe('198.51.100.7');
  });

  it('ignores a proven value that is not an address', () => {
    expect(clientAddress(claims({ clientIp: 'nonsense', clientProof: proofOf(key, 'nonsense', now) }), trust())).toBe('198.51.100.7');
  });

  it('has a proof of 64 hex digits that is the same within a minute', () => {
    expect(proofOf(Buffer.alloc(32), '203.0.113.9', new Date(60_000))).toMatch(/^[0-9a-f]{64}$/);
    expect(proofOf(key, '203.0.113.9', now)).toBe(proofOf(key, '203.0.113.9', later(0.5)));
  });

  it('cannot be forged by an untrusted peer', () => {
    const header = fc.option(
      fc.oneof(
        fc.string(),
        fc.ipV4(),
        fc.ipV6(),
        fc.array(fc.ipV4()).map((hops) => hops.join(', ')),
      ),
      { nil: undefined },
    );
    fc.assert(
      fc.property(
        header,
        header,
        fc.option(fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f]{64}$/)), { nil: undefined }),
        (forwardedFor, clientIp, clientProof) => {
          expect(clientAddress({ peer: '198.51.100.7', forwardedFor, clientIp, clientProof }, trust(['10.0.0.0/8']))).toBe('198.51.100.7');
        },
      ),
      { numRuns: 500 },
    );
  });

  it('behind one trusted proxy is the hop that the proxy appended', () => {
    fc.assert(
      fc.property(fc.string(), (sent) => {
        expect(clientAddress(claims({ peer: '10.0.0.1', forwardedFor: `${sent}, 203.0.113.9` }), trust(['10.0.0.0/8']))).toBe(
          '203.0.113.9',
        );
      }),
      { numRuns: 500 },
    );
  });

  it('is parsed in bounded time from a very long header', () => {
    const forwardedFor = '10.0.0.2,'.repeat(200_000) + '10.0.0.3';
    expect(clientAddress(claims({ peer: '10.0.0.1', forwardedFor }), trust(['10.0.0.0/8']))).toBe('10.0.0.2');
  });
});

describe('normalizeAddress', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    [' 203.0.113.9:8080 ', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['[2001:0db8::0:1]', '2001:db8::1'],
    ['fe80::1%lo', 'fe80::1'],
    ['203.0.113.256', null],
    ['example.com', null],
    ['', null],
    ['0x7f.1', null],
  ])('normalizes %j to %j', (text, normalized) => {
    expect(normalizeAddress(text)).toBe(normalized);
  });
});
