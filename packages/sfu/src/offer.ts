/**
 * Parses an SDP offer. Unknown lines are ignored: the WebRTC library gets an offer that is generated from the parsed one, never the text
 * of a client. Candidate addresses are left out too: the engine replies to where packets come from, so no client can make it send to
 * an address of its choice.
 */
import { sfuLimits } from './limits';
import type { Codec, MediaKind } from './rtp';
import type { LiveRole } from './wire';

/** The offer cannot be used; the message says why. */
export class InvalidOffer extends Error {
  override name = 'InvalidOffer';
}

export interface Payload {
  type: number;
  codec: Codec;
  /** The `fmtp` parameters as offered; empty without any. */
  parameters: string;
  feedback: string[];
}

export interface MediaSection {
  /** `media`, `protocol` and `format` are from the `m=` line, which the answer repeats for a rejected section. */
  media: string;
  protocol: string;
  format: string;
  mid: string;
  /** Null: the section is rejected. */
  accepted: { kind: MediaKind; payloads: Payload[]; ssrc: number | null } | null;
}

export interface Offer {
  sections: MediaSection[];
  ufrag: string;
  password: string;
  fingerprint: string;
  setup: 'actpass' | 'active' | 'passive';
}

/** The video has only codecs that this engine does not support. If it were accepted, the show would have sound only. */
export class UnsupportedCodecs extends InvalidOffer {
  override name = 'UnsupportedCodecs';
}

const lines = (text: string): string[] => text.split(/\r?\n/);
const valueOf = (section: string[], pattern: RegExp): string | undefined =>
  section.map((line) => pattern.exec(line)?.[1]).find((value) => value !== undefined);

const transport = {
  ufrag: /^a=ice-ufrag:([\w+/]{4,256})$/,
  password: /^a=ice-pwd:([\w+/]{22,256})$/,
  fingerprint: /^a=fingerprint:(sha-256 (?:[0-9A-F]{2}:){31}[0-9A-F]{2})$/i,
  setup: /^a=setup:(actpass|active|passive)$/,
};

const codecNames: Readonly<Record<string, Codec>> = { 'opus/48000/2': 'opus', 'vp8/90000': 'VP8', 'h264/90000': 'H264' };

/** The first lines of every SDP that we write; `mids` are the accepted sections. */
export const sessionLines = (mids: string[]): string[] => [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  `a=group:BUNDLE ${mids.join(' ')}`,
];
export const sectionLine = (kind: MediaKind, payloads: Payload[]): string =>
  `m=${kind} 9 UDP/TLS/RTP/SAVPF ${payloads.map(({ type }) => type).join(' ')}`;
export const codecLine = ({ type, codec }: Payload): string => `a=rtpmap:${type} ${codec}/${codec === 'opus' ? '48000/2' : '90000'}`;

/** H.264 is accepted only as every browser decodes it: baseline profile, packetization mode 1. */
function isUsable({ codec, parameters }: Payload): boolean {
  return codec !== 'H264' || (/packetization-mode=1/.test(parameters) && !/profile-level-id=(?!42)/i.test(parameters));
}

function payloadsOf(section: string[], formats: string[]): Payload[] {
  const payloads = formats.flatMap((format): Payload[] => {
    const type = Number(format);
    const name = valueOf(section, new RegExp(`^a=rtpmap:${format} ([\\w/-]+)$`))?.toLowerCase() ?? '';
    const codec = Object.hasOwn(codecNames, name) ? codecNames[name] : undefined;
    if (codec === undefined || type > 127 || (type >= 64 && type <= 95)) return [];
    const parameters = valueOf(section, new RegExp(`^a=fmtp:${format} ([\\w=;,. -]{1,300})$`)) ?? '';
    const feedback = section.flatMap((line) => new RegExp(`^a=rtcp-fb:(?:${format}|\\*) ([a-z -]{1,30})$`).exec(line)?.[1] ?? []);
    return [{ type, codec, parameters, feedback }];
  });
  // One payload type per codec: the relay distinguishes payloads by codec alone.
  return payloads.filter(isUsable).filter((payload, index, all) => all.findIndex(({ codec }) => codec === payload.codec) === index);
}

function accept(section: string[], kind: string, formats: string[], role: LiveRole): MediaSection['accepted'] {
  if (kind !== 'audio' && kind !== 'video') return null;
  const payloads = payloadsOf(section, formats);
  const direction = valueOf(section, /^a=(sendrecv|sendonly|recvonly|inactive)$/) ?? 'sendrecv';
  const isDirectionValid = direction === 'sendrecv' || direction === (role === 'publisher' ? 'sendonly' : 'recvonly');
  if (!isDirectionValid) return null;
  if (payloads.length === 0 && kind === 'video')
    throw new UnsupportedCodecs('The video is offered neither as VP8 nor as H.264 (baseline profile, packetization mode 1).');
  if (payloads.length === 0) return null;
  if (role === 'viewer') return { kind, payloads, ssrc: null };
  const ssrc = Number(valueOf(section, /^a=ssrc:(\d{1,10}) /));
  if (!Number.isInteger(ssrc) || ssrc >= 2 ** 32) return null;
  // A publisher sends one codec: VP8 if offered, as every browser decodes it.
  const [preferred] = [...payloads].sort((a, b) => Number(b.codec === 'VP8') - Number(a.codec === 'VP8'));
  return preferred ? { kind, payloads: [preferred], ssrc } : null;
}

function sectionOf(section: string[], role: LiveRole): MediaSection {
  const [, media = '', protocol = '', rest = ''] = /^([a-z]{1,20}) \d{1,5} ([A-Z/]{1,30}) ([\w -]{1,400})$/.exec(section[0] ?? '') ?? [];
  const mid = valueOf(section, /^a=mid:([\w-]{1,32})$/);
  if (media === '' || mid === undefined) throw new InvalidOffer('A media section cannot be read.');
  const formats = rest.split(' ').filter((format) => /^\d{1,3}$/.test(format));
  return { media, protocol, format: rest.split(' ')[0] ?? '0', mid, accepted: accept(section, media, formats, role) };
}

/**
 * Parses the offer of a publisher or viewer and accepts at most one audio and one video section.
 * @throws InvalidOffer
 */
export function readOffer(text: string, role: LiveRole): Offer {
  if (text.length > sfuLimits.offerLengthMax || !text.startsWith('v=0')) throw new InvalidOffer('This is not an SDP offer.');
  const [head = '', ...rest] = text.split(/\r?\nm=/);
  if (rest.length > sfuLimits.mediaSectionsMax) throw new InvalidOffer('It has too many media sections.');
  const acceptedKinds = new Set<MediaKind>();
  const sections = rest.map((part) => {
    const section = sectionOf(lines(part), role);
    const kind = section.accepted?.kind;
    if (kind !== undefined && acceptedKinds.has(kind)) return { ...section, accepted: null };
    if (kind !== undefined) acceptedKinds.add(kind);
    return section;
  });
  if (acceptedKinds.size === 0)
    throw new InvalidOffer('It has no audio or video that this engine supports (Opus, VP8, H.264), or its direction is wrong.');
  if (new Set(sections.map(({ mid }) => mid)).size < sections.length) throw new InvalidOffer('Two media sections have the same mid.');
  const allLines = [...lines(head), ...rest.flatMap(lines)];
  const [ufrag, password, fingerprint, setup] = [transport.ufrag, transport.password, transport.fingerprint, transport.setup].map(
    (pattern) => valueOf(allLines, pattern),
  );
  if (ufrag === undefined || password === undefined || fingerprint === undefined)
    throw new InvalidOffer('The ICE credentials or the fingerprint are missing.');
  return { sections, ufrag, password, fingerprint, setup: setup === 'active' || setup === 'passive' ? setup : 'actpass' };
}

/** The offer that is passed to the WebRTC library, generated from what was parsed. */
export function sanitizedOffer({ sections, ufrag, password, fingerprint, setup }: Offer, role: LiveRole): string {
  const acceptedSections = sections.flatMap(({ mid, accepted }) => (accepted ? [{ mid, ...accepted }] : []));
  return [
    ...sessionLines(acceptedSections.map(({ mid }) => mid)),
    `a=fingerprint:${fingerprint}`,
    ...acceptedSections.flatMap(({ mid, kind, payloads, ssrc }) => [
      sectionLine(kind, payloads),
      'c=IN IP4 0.0.0.0',
      `a=mid:${mid}`,
      role === 'publisher' ? 'a=sendrecv' : 'a=recvonly',
      'a=rtcp-mux',
      ...payloads.map(codecLine),
      ...(ssrc === null ? [] : [`a=ssrc:${ssrc} cname:publisher`]),
      `a=setup:${setup}`,
      `a=ice-ufrag:${ufrag}`,
      `a=ice-pwd:${password}`,
    ]),
    '',
  ].join('\r\n');
}
