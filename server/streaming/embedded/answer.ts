/** Writing the answer (SDP) to an offer: its sections in their order, our addresses, and what a sender may use. */
import type { LiveRole } from '../engine';
import { codecLine, sectionLine, sessionLines } from './offer';
import type { MediaSection, Offer, Payload } from './offer';
import type { Kind } from './rtp';

/** Our side of the connection, as the WebRTC library made it. */
export interface OwnTransport {
  ufrag: string;
  password: string;
  fingerprint: string;
  setup: string;
}

export interface AnswerPlan {
  role: LiveRole;
  own: OwnTransport;
  addresses: string[];
  port: number;
  ssrcs: Readonly<Record<Kind, number>>;
  /** What a publisher may use at most. */
  bitrate_kbps_max: number;
}

const understood = ['nack', 'nack pli', 'ccm fir', 'goog-remb'];
/** Browsers begin at 300 kbit/s otherwise, and take half a minute to a clear picture. */
const firstBitrate_kbps = 1_000;

/** @throws when the library's description lacks something */
export function readOwnTransport(description: string): OwnTransport {
  const value = (name: string): string => {
    const found = new RegExp(`^a=${name}:(.+)$`, 'm').exec(description)?.[1]?.trim();
    if (found === undefined) throw new Error(`the description has no ${name}`);
    return found;
  };
  return { ufrag: value('ice-ufrag'), password: value('ice-pwd'), fingerprint: value('fingerprint'), setup: value('setup') };
}

function candidates({ addresses, port }: AnswerPlan): string[] {
  const hosts = addresses.map((address, index) => {
    const priority = 126 * 2 ** 24 + (65_535 - index) * 2 ** 8 + 255;
    return `a=candidate:${index + 1} 1 udp ${priority} ${address} ${port} typ host`;
  });
  return [...hosts, 'a=end-of-candidates'];
}

function parametersOf({ type, codec, parameters }: Payload, { role, bitrate_kbps_max }: AnswerPlan): string[] {
  const limits =
    role === 'publisher' && codec !== 'opus'
      ? [`x-google-start-bitrate=${Math.min(firstBitrate_kbps, bitrate_kbps_max)}`, `x-google-max-bitrate=${bitrate_kbps_max}`]
      : [];
  const all = [...(parameters === '' ? [] : [parameters]), ...limits];
  return all.length === 0 ? [] : [`a=fmtp:${type} ${all.join(';')}`];
}

function sectionLines({ media, protocol, format, mid, accepted }: MediaSection, plan: AnswerPlan): string[] {
  if (!accepted) return [`m=${media} 0 ${protocol} ${format}`, 'c=IN IP4 0.0.0.0', `a=mid:${mid}`, 'a=inactive'];
  const { kind, payloads } = accepted;
  const { role, own, ssrcs } = plan;
  return [
    sectionLine(kind, payloads),
    'c=IN IP4 0.0.0.0',
    ...(role === 'publisher' && kind === 'video' ? [`b=AS:${plan.bitrate_kbps_max}`] : []),
    `a=mid:${mid}`,
    role === 'publisher' ? 'a=recvonly' : 'a=sendonly',
    'a=rtcp-mux',
    ...payloads.flatMap((payload) => [
      codecLine(payload),
      ...parametersOf(payload, plan),
      ...payload.feedback.filter((one) => understood.includes(one)).map((one) => `a=rtcp-fb:${payload.type} ${one}`),
    ]),
    ...(role === 'viewer' ? [`a=msid:live ${kind}`, `a=ssrc:${ssrcs[kind]} cname:live`, `a=ssrc:${ssrcs[kind]} msid:live ${kind}`] : []),
    `a=setup:${own.setup}`,
    `a=ice-ufrag:${own.ufrag}`,
    `a=ice-pwd:${own.password}`,
    `a=fingerprint:${own.fingerprint}`,
    ...candidates(plan),
  ];
}

/** The answer to `offer`. */
export function writeAnswer({ sections }: Offer, plan: AnswerPlan): string {
  const used = sections.filter(({ accepted }) => accepted !== null).map(({ mid }) => mid);
  return [...sessionLines(used), 'a=msid-semantic:WMS live', ...sections.flatMap((section) => sectionLines(section, plan)), ''].join(
    '\r\n',
  );
}
