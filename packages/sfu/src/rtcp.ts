/** Reads compound RTCP packets and writes those that the engine sends (RFC 3550, RFC 4585, and REMB). */

export type RtcpMessage =
  | {
      type: 'sender_report';
      ssrc: number;
      /** Since 1900, the NTP epoch. */
      ntp_ms: number;
      timestamp: number;
      /** The middle 32 bits of the NTP timestamp, returned as LSR in receiver reports. */
      ntpMiddle: number;
    }
  | { type: 'nack'; ssrc: number; sequences: number[] }
  | { type: 'key_frame_request'; ssrc: number | null }
  | { type: 'bye' };

const types = { senderReport: 200, receiverReport: 201, bye: 203, transportFeedback: 205, payloadFeedback: 206 };
const feedback = { nack: 1, pli: 1, fir: 4, afb: 15 };
const seconds = 1000;
const fraction = 2 ** 32;
/** Sequence numbers read from one NACK; further ones are ignored. */
const sequencesMax = 400;
/** The sender SSRC of our feedback: browsers that only receive use 1 as well. */
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

function readMessage(packet: Buffer): RtcpMessage | null {
  const [type, count] = [packet[1], (packet[0] ?? 0) & 31];
  if (type === types.bye) return { type: 'bye' };
  if (type === types.senderReport && packet.length >= 28) {
    const ntp_ms = packet.readUInt32BE(8) * seconds + (packet.readUInt32BE(12) / fraction) * seconds;
    return {
      type: 'sender_report',
      ssrc: packet.readUInt32BE(4),
      ntp_ms,
      timestamp: packet.readUInt32BE(16),
      ntpMiddle: packet.readUInt32BE(10),
    };
  }
  if (packet.length < 12) return null;
  if (type === types.transportFeedback && count === feedback.nack)
    return { type: 'nack', ssrc: packet.readUInt32BE(8), sequences: sequencesOf(packet) };
  if (type === types.payloadFeedback && count === feedback.pli) return { type: 'key_frame_request', ssrc: packet.readUInt32BE(8) };
  // A FIR has its target SSRC after the common feedback header.
  if (type === types.payloadFeedback && count === feedback.fir)
    return { type: 'key_frame_request', ssrc: packet.length >= 16 ? packet.readUInt32BE(12) : null };
  return null;
}

/** The known messages of a compound packet, in order. Reading stops at the first malformed one. */
export function readRtcp(compound: Buffer): RtcpMessage[] {
  const messages: RtcpMessage[] = [];
  for (let at = 0; at + 4 <= compound.length;) {
    const length = (compound.readUInt16BE(at + 2) + 1) * 4;
    if ((compound[at] ?? 0) >> 6 !== 2 || at + length > compound.length) break;
    const message = readMessage(compound.subarray(at, at + length));
    if (message) messages.push(message);
    at += length;
  }
  return messages;
}

function newPacket(type: number, count: number, length: number): Buffer {
  const packet = Buffer.alloc(length);
  packet[0] = 0x80 | count;
  packet[1] = type;
  packet.writeUInt16BE(length / 4 - 1, 2);
  packet.writeUInt32BE(ownSsrc, 4);
  return packet;
}

/** Requests a key frame (PLI). */
export function keyFrameRequest(ssrc: number): Buffer {
  const packet = newPacket(types.payloadFeedback, feedback.pli, 12);
  packet.writeUInt32BE(ssrc, 8);
  return packet;
}

/** Requests retransmission (NACK); up to 17 neighbouring numbers share four bytes. `sequences` in ascending order. */
export function nackOf(ssrc: number, sequences: number[]): Buffer {
  const runs: { first: number; others: number }[] = [];
  for (const sequence of sequences) {
    const last = runs.at(-1);
    const distance = last ? (sequence - last.first) & 0xffff : 0;
    if (last && distance > 0 && distance <= 16) last.others |= 1 << (distance - 1);
    else runs.push({ first: sequence, others: 0 });
  }
  const packet = newPacket(types.transportFeedback, feedback.nack, 12 + 4 * runs.length);
  packet.writeUInt32BE(ssrc, 8);
  for (const [index, { first, others }] of runs.entries()) {
    packet.writeUInt16BE(first, 12 + 4 * index);
    packet.writeUInt16BE(others, 14 + 4 * index);
  }
  return packet;
}

/** Limits the bitrate of a sender (REMB): an 18-bit mantissa and an exponent of two. */
export function bitrateLimit(ssrc: number, bits_per_s: number): Buffer {
  const exponent = Math.max(0, Math.ceil(Math.log2(bits_per_s / 0x3ffff)));
  const packet = newPacket(types.payloadFeedback, feedback.afb, 24);
  packet.write('REMB', 12, 'latin1');
  packet.writeUInt32BE(((1 << 24) | (exponent << 18) | Math.floor(bits_per_s / 2 ** exponent)) >>> 0, 16);
  packet.writeUInt32BE(ssrc, 20);
  return packet;
}

export interface ReceptionReport {
  ssrc: number;
  /** Share of the packets since the last report, in 256ths. */
  fractionLost: number;
  lost: number;
  newest: number;
  /** Of the last sender report; `since_ms` is its age. Both are zero without one. */
  ntpMiddle: number;
  since_ms: number;
}

/** Reports to a publisher how its packets arrive. */
export function receiverReport({ ssrc, fractionLost, lost, newest, ntpMiddle, since_ms }: ReceptionReport): Buffer {
  const packet = newPacket(types.receiverReport, 1, 32);
  packet.writeUInt32BE(ssrc, 8);
  packet.writeUInt32BE((fractionLost << 24) >>> 0, 12);
  packet.writeUIntBE(Math.min(lost, 0x7fffff), 13, 3);
  packet.writeUInt32BE(newest >>> 0, 16);
  packet.writeUInt32BE(ntpMiddle, 24);
  packet.writeUInt32BE(Math.round((since_ms / seconds) * 65_536) >>> 0, 28);
  return packet;
}

/** Ends a stream (BYE), so that the peer need not wait for a timeout. */
export function goodbye(ssrc: number): Buffer {
  const packet = newPacket(types.bye, 1, 8);
  packet.writeUInt32BE(ssrc, 4);
  return packet;
}

/** Maps an RTP timestamp to the sender's clock, which lets a receiver synchronize audio and video. */
export function senderReport(report: { ssrc: number; ntp_ms: number; timestamp: number; packets: number; bytes: number }): Buffer {
  const packet = newPacket(types.senderReport, 0, 28);
  packet.writeUInt32BE(report.ssrc, 4);
  packet.writeUInt32BE(Math.floor(report.ntp_ms / seconds) >>> 0, 8);
  packet.writeUInt32BE(Math.floor(((report.ntp_ms % seconds) / seconds) * fraction) >>> 0, 12);
  packet.writeUInt32BE(report.timestamp >>> 0, 16);
  packet.writeUInt32BE(report.packets >>> 0, 20);
  packet.writeUInt32BE(report.bytes >>> 0, 24);
  return packet;
}
