/**
 * Reading an offer (SDP). Only what is understood goes on: the WebRTC library is given an offer written anew from it, never the
 * text of a stranger. Addresses in it are left out too: whoever knocks is answered where the knock came from, so nobody can make
 * the engine send to an address of their choice.
 */
import { liveLimits } from './limits';
import type { Codec, Kind } from './rtp';
import type { LiveRole } from '../engine';

/** The offer cannot be used; the message says why. */
export class OfferUnusable extends Error {
  override name = 'OfferUnusable';
}

export interface Payload {
  type: number;
  codec: Codec;
  /** As offered; empty when nothing was. */
  parameters: string;
  feedback: string[];
}

export interface MediaSection {
  /** As it stood behind `m=`, for a section that is refused. */
  media: string;
  protocol: string;
  format: string;
  mid: string;
  /** Null: the section is refused. */
  accepted: { kind: Kind; payloads: Payload[]; ssrc: number | null } | null;
}

export interface Offer {
  sections: MediaSection[];
  ufrag: string;
  password: string;
  fingerprint: string;
  setup: 'actpass' | 'active' | 'passive';
}

/** Its picture comes in codecs alone that this engine does not carry: without a refusal a show would run with sound alone. */
export class CodecsUnknown extends OfferUnusable {
  override name = 'CodecsUnknown';
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

/** What every description of ours begins with; `mids` are the sections that are carried. */
export const sessionLines = (mids: string[]): string[] => [
  ...['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 't=0 0'],
  `a=group:BUNDLE ${mids.join(' ')}`,
];
export const sectionLine = (kind: Kind, payloads: Payload[]): string =>
  `m=${kind} 9 UDP/TLS/RTP/SAVPF ${payloads.map(({ type }) => type).join(' ')}`;
export const codecLine = ({ type, codec }: Payload): string => `a=rtpmap:${type} ${codec}/${codec === 'opus' ? '48000/2' : '90000'}`;

/** Of H.264 what every browser decodes: the baseline, in packets of any size. */
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
  // One of each codec is enough, and more would have to be told apart.
  return payloads.filter(isUsable).filter((one, index, all) => all.findIndex(({ codec }) => codec === one.codec) === index);
}

function acceptable(section: string[], kind: string, formats: string[], role: LiveRole): MediaSection['accepted'] {
  if (kind !== 'audio' && kind !== 'video') return null;
  const payloads = payloadsOf(section, formats);
  const direction = valueOf(section, /^a=(sendrecv|sendonly|recvonly|inactive)$/) ?? 'sendrecv';
  const isRight = direction === 'sendrecv' || direction === (role === 'publisher' ? 'sendonly' : 'recvonly');
  if (!isRight) return null;
  if (payloads.length === 0 && kind === 'video')
    throw new CodecsUnknown('The picture comes neither as VP8 nor as H.264 (baseline profile, packetization mode 1).');
  if (payloads.length === 0) return null;
  if (role === 'viewer') return { kind, payloads, ssrc: null };
  const ssrc = Number(valueOf(section, /^a=ssrc:(\d{1,10}) /));
  if (!Number.isInteger(ssrc) || ssrc >= 2 ** 32) return null;
  // What she sends has one codec: the first of hers that every browser shows.
  const [best] = [...payloads].sort((a, b) => Number(b.codec === 'VP8') - Number(a.codec === 'VP8'));
  return best ? { kind, payloads: [best], ssrc } : null;
}

function sectionOf(section: string[], role: LiveRole): MediaSection {
  const [, media = '', protocol = '', rest = ''] = /^([a-z]{1,20}) \d{1,5} ([A-Z/]{1,30}) ([\w -]{1,400})$/.exec(section[0] ?? '') ?? [];
  const mid = valueOf(section, /^a=mid:([\w-]{1,32})$/);
  if (media === '' || mid === undefined) throw new OfferUnusable('A media section cannot be read.');
  const formats = rest.split(' ').filter((format) => /^\d{1,3}$/.test(format));
  return { media, protocol, format: rest.split(' ')[0] ?? '0', mid, accepted: acceptable(section, media, formats, role) };
}

/**
 * What an offer of a publisher or viewer says, at most one audio and one video section of it accepted.
 * @throws OfferUnusable
 */
export function readOffer(text: string, role: LiveRole): Offer {
  if (text.length > liveLimits.offerLengthMax || !text.startsWith('v=0')) throw new OfferUnusable('This is no offer.');
  const [head = '', ...rest] = text.split(/\r?\nm=/);
  if (rest.length > liveLimits.mediaSectionsMax) throw new OfferUnusable('It has too many media sections.');
  const taken = new Set<Kind>();
  const sections = rest.map((part) => {
    const section = sectionOf(lines(part), role);
    const kind = section.accepted?.kind;
    if (kind !== undefined && taken.has(kind)) return { ...section, accepted: null };
    if (kind !== undefined) taken.add(kind);
    return section;
  });
  if (taken.size === 0)
    throw new OfferUnusable('It has no sound or picture that this engine carries (Opus, VP8, H.264), or its direction is wrong.');
  if (new Set(sections.map(({ mid }) => mid)).size < sections.length) throw new OfferUnusable('Two media sections have one name.');
  const all = [...lines(head), ...rest.flatMap(lines)];
  const [ufrag, password, fingerprint, setup] = [transport.ufrag, transport.password, transport.fingerprint, transport.setup].map(
    (pattern) => valueOf(all, pattern),
  );
  if (ufrag === undefined || password === undefined || fingerprint === undefined)
    throw new OfferUnusable('It does not say how to connect.');
  return { sections, ufrag, password, fingerprint, setup: setup === 'active' || setup === 'passive' ? setup : 'actpass' };
}

/** The offer as the WebRTC library is given it. */
export function plainOffer({ sections, ufrag, password, fingerprint, setup }: Offer, role: LiveRole): string {
  const used = sections.flatMap(({ mid, accepted }) => (accepted ? [{ mid, ...accepted }] : []));
  return [
    ...sessionLines(used.map(({ mid }) => mid)),
    `a=fingerprint:${fingerprint}`,
    ...used.flatMap(({ mid, kind, payloads, ssrc }) => [
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
