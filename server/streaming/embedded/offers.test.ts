/** Offers of browsers, of broadcasting programs and of nobody good, and the answers to them. */
import fc from 'fast-check';
import type { networkInterfaces } from 'node:os';
import { addressToBind, addressesToName, isReachable } from './addresses';
import { writeAnswer } from './answer';
import { liveLimits } from './limits';
import { CodecsUnknown, OfferUnusable, plainOffer, readOffer } from './offer';
import { readToken, writeToken } from '../../live/engines/embedded/tokens';
import { iceServersFor } from '../../live/engines/embedded/turn';

const fingerprint = `sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`;
const audio = ['m=audio 9 UDP/TLS/RTP/SAVPF 111 63', 'a=mid:0', 'a=sendonly', 'a=rtpmap:111 opus/48000/2', 'a=ssrc:11 cname:x'];
const video = [
  'm=video 9 UDP/TLS/RTP/SAVPF 102 96 97',
  'a=mid:1',
  'a=sendonly',
  'a=rtpmap:102 H264/90000',
  'a=fmtp:102 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
  'a=rtpmap:96 VP8/90000',
  'a=rtcp-fb:96 nack pli',
  'a=rtcp-fb:96 transport-cc',
  'a=rtpmap:97 rtx/90000',
  'a=ssrc:22 cname:x',
  'a=candidate:1 1 udp 1 10.0.0.1 22 typ host',
];
const data = ['m=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'a=mid:2'];
const head = [
  'v=0',
  'o=- 1 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0 1',
  'a=ice-ufrag:abcd',
  `a=ice-pwd:${'p'.repeat(24)}`,
  `a=fingerprint:${fingerprint}`,
  'a=setup:actpass',
];
const offer = (...sections: string[][]): string => [...head, ...sections.flat(), ''].join('\r\n');
const asViewer = (section: string[]): string[] => section.map((line) => line.replace('sendonly', 'recvonly'));
const plan = {
  own: { ufrag: 'ours', password: 'w'.repeat(24), fingerprint, setup: 'active' },
  addresses: ['192.0.2.7', '127.0.0.1'],
  port: 40_000,
  ssrcs: { audio: 5, video: 6 },
  bitrate_kbps_max: 2_500,
};

describe('an offer', () => {
  it('of a publisher is taken with the codec that every browser shows', () => {
    const read = readOffer(offer(audio, video), 'publisher');
    expect(read.sections.map(({ accepted }) => accepted?.payloads.map(({ codec }) => codec))).toEqual([['opus'], ['VP8']]);
    expect(read.sections.map(({ accepted }) => accepted?.ssrc)).toEqual([11, 22]);
  });

  it('of a broadcasting program that knows H.264 alone is taken with it', () => {
    const only = video.filter((line) => !/96|97/.test(line) || line.startsWith('m=')).map((line) => line.replace(' 96 97', ''));
    const { sections } = readOffer(offer(only), 'publisher');
    expect(sections[0]?.accepted?.payloads).toMatchObject([{ type: 102, codec: 'H264' }]);
  });

  it.each(['publisher', 'viewer'] as const)('of a %s whose picture comes as VP9 or AV1 alone is refused, and says so', (role) => {
    const others = [
      'm=video 9 UDP/TLS/RTP/SAVPF 98 45',
      ...video.slice(1, 3),
      'a=rtpmap:98 VP9/90000',
      'a=rtpmap:45 AV1/90000',
      'a=ssrc:22 cname:x',
    ];
    const sections = role === 'viewer' ? [asViewer(audio), asViewer(others)] : [audio, others];
    expect(() => readOffer(offer(...sections), role)).toThrow(CodecsUnknown);
    // A picture that is not to be sent is nothing to refuse.
    const idle = others.map((line) => line.replace('sendonly', 'inactive'));
    expect(readOffer(offer(sections[0] ?? [], idle), role).sections[1]?.accepted).toBeNull();
  });

  it('of a viewer is taken with all codecs that a publisher may come with', () => {
    const { sections } = readOffer(offer(asViewer(audio), asViewer(video)), 'viewer');
    expect(sections[1]?.accepted?.payloads.map(({ codec }) => codec)).toEqual(['H264', 'VP8']);
  });

  it('is handed on without the addresses and words of whoever wrote it', () => {
    const plain = plainOffer(readOffer(offer(audio, video), 'publisher'), 'publisher');
    expect(plain).not.toMatch(/candidate|rtx|transport-cc|10\.0\.0\.1/);
  });

  it('is answered section by section, with what is not carried refused', () => {
    const answer = writeAnswer(
      readOffer(
        offer(
          audio,
          video,
          data,
          video.map((line) => line.replace('mid:1', 'mid:3')),
        ),
        'publisher',
      ),
      {
        ...plan,
        role: 'publisher',
      },
    );
    expect(answer.match(/^m=.*$/gm)?.map((line) => line.trim())).toEqual([
      'm=audio 9 UDP/TLS/RTP/SAVPF 111',
      'm=video 9 UDP/TLS/RTP/SAVPF 96',
      'm=application 0 UDP/DTLS/SCTP webrtc-datachannel',
      'm=video 0 UDP/TLS/RTP/SAVPF 102',
    ]);
    expect(answer).toContain('a=group:BUNDLE 0 1\r\n');
    expect(answer).toContain('b=AS:2500');
    expect(answer).toContain(' 192.0.2.7 40000 typ host');
    expect(answer).toContain('a=rtcp-fb:96 nack pli');
    expect(answer).not.toContain('transport-cc');
  });

  it.each([
    ['is empty', ''],
    ['is no text of this kind', '<html>'],
    ['has no media', offer()],
    ['has data alone', offer(data)],
    ['wants to send where it may only watch', offer(audio, video)],
    ['is too long', offer(asViewer(video)) + 'a=x\r\n'.repeat(liveLimits.offerLengthMax)],
    [
      'has too many sections',
      offer(...Array.from({ length: 20 }, (_none, index) => asViewer(video).map((line) => line.replace('mid:1', `mid:${String(index)}`)))),
    ],
    ['names two sections alike', offer(asViewer(audio), asViewer(audio))],
    ['has no key', offer(asViewer(video)).replace(/a=fingerprint.*\r\n/, '')],
    ['has a name that is none', offer(asViewer(video)).replace('a=mid:1', 'a=mid:1\0')],
  ])('that %s is refused', (_what, text) => {
    expect(() => readOffer(text, 'viewer')).toThrow(OfferUnusable);
  });

  it('is read or refused, however it was mutilated', () => {
    const whole = offer(asViewer(audio), asViewer(video), data);
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(60), fc.string({ maxLength: 30 }), (at, length, instead) => {
        try {
          plainOffer(readOffer(whole.slice(0, at) + instead + whole.slice(at + length), 'viewer'), 'viewer');
        } catch (error) {
          expect(error).toBeInstanceOf(OfferUnusable);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a token', () => {
  const key = Buffer.alloc(32, 1);
  const token = { room: 'r', identity: 'i', role: 'viewer', run: 'a', serial: 1, expires_ms: 1_000 } as const;

  it('is worth what was written, until its time has passed', () => {
    const written = writeToken(key, token);
    expect(readToken(key, written, new Date(999))).toEqual(token);
    expect(readToken(key, written, new Date(1_000))).toBeNull();
  });

  it('is worth nothing in other words or by another hand', () => {
    const written = writeToken(key, token);
    expect(readToken(Buffer.alloc(32, 2), written, new Date(0))).toBeNull();
    fc.assert(
      fc.property(fc.nat(written.length - 1), fc.string({ minLength: 1, maxLength: 3 }), (at, instead) => {
        const altered = written.slice(0, at) + instead + written.slice(at + instead.length);
        expect(altered === written || readToken(key, altered, new Date(0)) === null).toBe(true);
      }),
    );
  });
});

describe('the addresses in an answer', () => {
  const own = (address: string, internal = false) =>
    ({ address, internal }) as NonNullable<ReturnType<typeof networkInterfaces>[string]>[number];

  it('are those of the machine, so that a phone beside it finds it, and its own at last', () => {
    const found = { lo: [own('127.0.0.1', true)], eth0: [own('fe80::1'), own('2001:db8::1'), own('192.168.1.20')] };
    expect(addressesToName([], found)).toEqual(['192.168.1.20', '2001:db8::1', '127.0.0.1']);
    expect(addressToBind(addressesToName([], found))).toBeUndefined();
  });

  it('are the outer ones alone behind a NAT', () => {
    expect(addressesToName(['203.0.113.7'], { eth0: [own('10.0.0.4')] })).toEqual(['203.0.113.7']);
  });

  it('lead visitors here from anywhere only when one of them is of no inner network', () => {
    expect(isReachable(['192.168.1.20', '172.20.0.2', '100.64.0.3', 'fd00::2', '127.0.0.1'])).toBe(false);
    expect(isReachable(['10.0.0.4', '203.0.113.7'])).toBe(true);
    expect(isReachable(['2001:db8::1'])).toBe(true);
  });

  it('are served on this machine alone when they name nothing else', () => {
    expect(addressToBind(addressesToName(['127.0.0.1'], {}))).toBe('127.0.0.1');
  });
});

it('gives relays for a while, in the form that coturn checks', () => {
  expect(iceServersFor(null, 'finn', new Date(0))).toEqual([]);
  expect(iceServersFor({ urls: ['turn:turn.example.com'], secret: 'north' }, 'finn', new Date(1_700_000_000_000))).toEqual([
    { urls: ['turn:turn.example.com'], username: '1700000000:finn', credential: '7EC5HkXBuJuyseJ/6avnBH4zXyo=' },
  ]);
});
