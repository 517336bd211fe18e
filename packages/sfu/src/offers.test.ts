/** Offers of browsers and broadcasting programs, invalid offers, and the answers. */
import fc from 'fast-check';
import type { networkInterfaces } from 'node:os';
import { bindAddressFor, advertisedAddresses, isReachable } from './addresses';
import { writeAnswer } from './answer';
import { sfuLimits } from './limits';
import { UnsupportedCodecs, InvalidOffer, sanitizedOffer, readOffer } from './offer';

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
  local: { ufrag: 'ours', password: 'w'.repeat(24), fingerprint, setup: 'active' },
  addresses: ['192.0.2.7', '127.0.0.1'],
  port: 40_000,
  ssrcs: { audio: 5, video: 6 },
  bitrate_kbps_max: 2_500,
};

describe('an offer', () => {
  it('of a publisher is accepted with the codec that every browser decodes', () => {
    const read = readOffer(offer(audio, video), 'publisher');
    expect(read.sections.map(({ accepted }) => accepted?.payloads.map(({ codec }) => codec))).toEqual([['opus'], ['VP8']]);
    expect(read.sections.map(({ accepted }) => accepted?.ssrc)).toEqual([11, 22]);
  });

  it('of a broadcasting program with H.264 only is accepted', () => {
    const only = video.filter((line) => !/96|97/.test(line) || line.startsWith('m=')).map((line) => line.replace(' 96 97', ''));
    const { sections } = readOffer(offer(only), 'publisher');
    expect(sections[0]?.accepted?.payloads).toMatchObject([{ type: 102, codec: 'H264' }]);
  });

  it.each(['publisher', 'viewer'] as const)('of a %s with VP9 and AV1 only is rejected as unsupported', (role) => {
    const others = [
      'm=video 9 UDP/TLS/RTP/SAVPF 98 45',
      ...video.slice(1, 3),
      'a=rtpmap:98 VP9/90000',
      'a=rtpmap:45 AV1/90000',
      'a=ssrc:22 cname:x',
    ];
    const sections = role === 'viewer' ? [asViewer(audio), asViewer(others)] : [audio, others];
    expect(() => readOffer(offer(...sections), role)).toThrow(UnsupportedCodecs);
    // An inactive video section is no reason to reject.
    const idle = others.map((line) => line.replace('sendonly', 'inactive'));
    expect(readOffer(offer(sections[0] ?? [], idle), role).sections[1]?.accepted).toBeNull();
  });

  it('of a viewer is accepted with every codec that a publisher may use', () => {
    const { sections } = readOffer(offer(asViewer(audio), asViewer(video)), 'viewer');
    expect(sections[1]?.accepted?.payloads.map(({ codec }) => codec)).toEqual(['H264', 'VP8']);
  });

  it('is passed to the library without its candidates and unknown attributes', () => {
    const plain = sanitizedOffer(readOffer(offer(audio, video), 'publisher'), 'publisher');
    expect(plain).not.toMatch(/candidate|rtx|transport-cc|10\.0\.0\.1/);
  });

  it('is answered section by section, and unsupported sections are rejected', () => {
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
    ['is not SDP', '<html>'],
    ['has no media', offer()],
    ['has only a data channel', offer(data)],
    ['sends although the role is viewer', offer(audio, video)],
    ['is too long', offer(asViewer(video)) + 'a=x\r\n'.repeat(sfuLimits.offerLengthMax)],
    [
      'has too many sections',
      offer(...Array.from({ length: 20 }, (_none, index) => asViewer(video).map((line) => line.replace('mid:1', `mid:${String(index)}`)))),
    ],
    ['has a duplicate mid', offer(asViewer(audio), asViewer(audio))],
    ['has no fingerprint', offer(asViewer(video)).replace(/a=fingerprint.*\r\n/, '')],
    ['has an invalid mid', offer(asViewer(video)).replace('a=mid:1', 'a=mid:1\0')],
  ])('that %s is rejected', (_case, text) => {
    expect(() => readOffer(text, 'viewer')).toThrow(InvalidOffer);
  });

  it('is parsed or rejected, however it was corrupted', () => {
    const original = offer(asViewer(audio), asViewer(video), data);
    fc.assert(
      fc.property(fc.nat(original.length), fc.nat(60), fc.string({ maxLength: 30 }), (start, length, instead) => {
        try {
          sanitizedOffer(readOffer(original.slice(0, start) + instead + original.slice(start + length), 'viewer'), 'viewer');
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidOffer);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the addresses in an answer', () => {
  const networkInterface = (address: string, internal = false) =>
    ({ address, internal }) as NonNullable<ReturnType<typeof networkInterfaces>[string]>[number];

  it('are those of the machine, for devices on the same network, with loopback last', () => {
    const found = {
      lo: [networkInterface('127.0.0.1', true)],
      eth0: [networkInterface('fe80::1'), networkInterface('2001:db8::1'), networkInterface('192.168.1.20')],
    };
    expect(advertisedAddresses([], found)).toEqual(['192.168.1.20', '2001:db8::1', '127.0.0.1']);
    expect(bindAddressFor(advertisedAddresses([], found))).toBeUndefined();
  });

  it('are only the configured ones behind a NAT', () => {
    expect(advertisedAddresses(['203.0.113.7'], { eth0: [networkInterface('10.0.0.4')] })).toEqual(['203.0.113.7']);
  });

  it('are reachable from outside only when one of them is public', () => {
    expect(isReachable(['192.168.1.20', '172.20.0.2', '100.64.0.3', 'fd00::2', '127.0.0.1'])).toBe(false);
    expect(isReachable(['10.0.0.4', '203.0.113.7'])).toBe(true);
    expect(isReachable(['2001:db8::1'])).toBe(true);
  });

  it('bind the port to loopback when there are no others', () => {
    expect(bindAddressFor(advertisedAddresses(['127.0.0.1'], {}))).toBe('127.0.0.1');
  });
});
