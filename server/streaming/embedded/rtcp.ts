/** Reading every packet of a compound RTCP packet, and writing those that the engine sends (RFC 3550, 4585, and REMB). */

export type RtcpMessage =
  | {
      type: 'sender_report';
      ssrc: number;
      /** Since 1900. */ ntp_ms: number;
      timestamp: number;
      /** For the receiver's answer. */ middle: number;
    }
  | { type: 'nack'; ssrc: number; sequences: number[] }
  | { type: 'key_frame_wanted'; ssrc: number | null }
  | { type: 'bye' };

const types = { senderReport: 200, receiverReport: 201, bye: 203, transportFeedback: 205, payloadFeedback: 206 };
const feedback = { nack: 1, pli: 1, fir: 4, afb: 15 };
const seconds = 1000;
const fraction = 2 ** 32;
/** More than a report can ask for in one: what is behind it is ignored. */
const sequencesMax = 400;
/** Whom we send as: receivers of browsers use 1 as well. */
const ownSsrc = 1;

function sequencesOf(packet: Buffer): number[] {
  const sequences: number[] = [];
  for (let at = 12; at + 4 <= packet.length && sequences.length < sequencesMax; at += 4) {
    const first = packet.readUInt16BE(at);
    sequences.push(first);
    const others = packet.readUInt16BE(at + 2);
    for (let bit = 0; bit < 16; bit += 1) if (others & (1 << bit)) sequences.push((first + bit + 1) & 0xffff);
  }
  return sequences;
}

function readOne(packet: Buffer): RtcpMessage | null {
  const [type, count] = [packet[1], (packet[0] ?? 0) & 31];
  if (type === types.bye) return { type: 'bye' };
  if (type === types.senderReport && packet.length >= 28) {
    const ntp_ms = packet.readUInt32BE(8) * seconds + (packet.readUInt32BE(12) / fraction) * seconds;
    return {
      type: 'sender_report',
      ssrc: packet.readUInt32BE(4),
      ntp_ms,
      timestamp: packet.readUInt32BE(16),
      middle: packet.readUInt32BE(10),
    };
  }
  if (packet.length < 12) return null;
  if (type === types.transportFeedback && count === feedback.nack)
    return { type: 'nack', ssrc: packet.readUInt32BE(8), sequences: sequencesOf(packet) };
  if (type === types.payloadFeedback && count === feedback.pli) return { type: 'key_frame_wanted', ssrc: packet.readUInt32BE(8) };
  // The receiver's wish for a whole picture names whom it asks behind the header.
  if (type === types.payloadFeedback && count === feedback.fir)
    return { type: 'key_frame_wanted', ssrc: packet.length >= 16 ? packet.readUInt32BE(12) : null };
  return null;
}

/** What is understood of a packet, in its order; the rest of one that does not add up is left alone. */
export function readRtcp(compound: Buffer): RtcpMessage[] {
  const messages: RtcpMessage[] = [];
  for (let at = 0; at + 4 <= compound.length;) {
    const length = (compound.readUInt16BE(at + 2) + 1) * 4;
    if ((compound[at] ?? 0) >> 6 !== 2 || at + length > compound.length) break;
    const message = readOne(compound.subarray(at, at + length));
    if (message) messages.push(message);
    at += length;
  }
  return messages;
}

function begun(type: number, count: number, length: number): Buffer {
  const packet = Buffer.alloc(length);
  packet[0] = 0x80 | count;
  packet[1] = type;
  packet.writeUInt16BE(length / 4 - 1, 2);
  packet.writeUInt32BE(ownSsrc, 4);
  return packet;
}

/** Asks for a whole picture (PLI). */
export function keyFrameRequest(ssrc: number): Buffer {
  const packet = begun(types.payloadFeedback, feedback.pli, 12);
  packet.writeUInt32BE(ssrc, 8);
  return packet;
}

/** Asks for packets again; runs of up to 17 share four bytes. `sequences` in ascending order. */
export function nackOf(ssrc: number, sequences: number[]): Buffer {
  const runs: { first: number; others: number }[] = [];
  for (const sequence of sequences) {
    const last = runs.at(-1);
    const behind = last ? (sequence - last.first) & 0xffff : 0;
    if (last && behind > 0 && behind <= 16) last.others |= 1 << (behind - 1);
    else runs.push({ first: sequence, others: 0 });
  }
  const packet = begun(types.transportFeedback, feedback.nack, 12 + 4 * runs.length);
  packet.writeUInt32BE(ssrc, 8);
  for (const [index, { first, others }] of runs.entries()) {
    packet.writeUInt16BE(first, 12 + 4 * index);
    packet.writeUInt16BE(others, 14 + 4 * index);
  }
  return packet;
}

/** Tells a sender the bitrate that it may use at most: 18 bits, and how often they are doubled. */
export function bitrateLimit(ssrc: number, bits_per_s: number): Buffer {
  const doublings = Math.max(0, Math.ceil(Math.log2(bits_per_s / 0x3ffff)));
  const packet = begun(types.payloadFeedback, feedback.afb, 24);
  packet.write('REMB', 12, 'latin1');
  packet.writeUInt32BE(((1 << 24) | (doublings << 18) | Math.floor(bits_per_s / 2 ** doublings)) >>> 0, 16);
  packet.writeUInt32BE(ssrc, 20);
  return packet;
}

export interface Reception {
  ssrc: number;
  /** Of the packets since the last report, in 256ths. */
  fractionLost: number;
  lost: number;
  newest: number;
  /** Of the last sender report, and how long ago it came; zero without one. */
  middle: number;
  since_ms: number;
}

/** Tells a publisher how her packets arrive. */
export function receiverReport({ ssrc, fractionLost, lost, newest, middle, since_ms }: Reception): Buffer {
  const packet = begun(types.receiverReport, 1, 32);
  packet.writeUInt32BE(ssrc, 8);
  packet.writeUInt32BE((fractionLost << 24) >>> 0, 12);
  packet.writeUIntBE(Math.min(lost, 0x7fffff), 13, 3);
  packet.writeUInt32BE(newest >>> 0, 16);
  packet.writeUInt32BE(middle, 24);
  packet.writeUInt32BE(Math.round((since_ms / seconds) * 65_536) >>> 0, 28);
  return packet;
}

/** The last word of a stream: the other side need not wait to find out. */
export function goodbye(ssrc: number): Buffer {
  const packet = begun(types.bye, 1, 8);
  packet.writeUInt32BE(ssrc, 4);
  return packet;
}

/** Says at which instant of the sender's clock a timestamp was: what lets a receiver keep sound and picture in step. */
export function senderReport(report: { ssrc: number; ntp_ms: number; timestamp: number; packets: number; bytes: number }): Buffer {
  const packet = begun(types.senderReport, 0, 28);
  packet.writeUInt32BE(report.ssrc, 4);
  packet.writeUInt32BE(Math.floor(report.ntp_ms / seconds) >>> 0, 8);
  packet.writeUInt32BE(Math.floor(((report.ntp_ms % seconds) / seconds) * fraction) >>> 0, 12);
  packet.writeUInt32BE(report.timestamp >>> 0, 16);
  packet.writeUInt32BE(report.packets >>> 0, 20);
  packet.writeUInt32BE(report.bytes >>> 0, 24);
  return packet;
}
