/** Writes Matroska (the container of WebM) as a stream, without seeking: a truncated file is valid up to its end. */
import type { VideoCodec } from './frames';

const ids = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  audio: 0xe1,
  samplingFrequency: 0xb5,
  channels: 0x9f,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
};

const unknownLength = Buffer.from([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
/** Block times within a cluster have 16 bits, in milliseconds. */
const cluster_ms_max = 5_000;

export const trackNumbers = { video: 1, audio: 2 } as const;

function idBytes(id: number): Buffer {
  const hex = id.toString(16);
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
}

function element(id: number, content: Buffer): Buffer {
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE((1n << 56n) | BigInt(content.length));
  return Buffer.concat([idBytes(id), length, content]);
}

function uint(id: number, value: number): Buffer {
  const content = Buffer.alloc(6);
  content.writeUIntBE(value, 0, 6);
  return element(id, content);
}

function float(id: number, value: number): Buffer {
  const content = Buffer.alloc(8);
  content.writeDoubleBE(value);
  return element(id, content);
}

const text = (id: number, value: string): Buffer => element(id, Buffer.from(value, 'latin1'));
const master = (id: number, ...contents: Buffer[]): Buffer => element(id, Buffer.concat(contents));

/** Two channels at 48 kHz, as browsers send. */
const opusHead = Buffer.concat([Buffer.from('OpusHead', 'latin1'), Buffer.from([1, 2, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0])]);

export interface Tracks {
  video: { codec: VideoCodec; codecConfig: Buffer | null } | null;
  hasAudio: boolean;
}

/** The frame size for the header. The field is required; for H.264 it is a placeholder, as decoders read the size from the stream. */
function sizeOf({ codec, codecConfig }: NonNullable<Tracks['video']>): { width: number; height: number } {
  if (codec !== 'VP8' || codecConfig === null || codecConfig.length < 4) return { width: 1_280, height: 720 };
  return { width: codecConfig.readUInt16LE(0) & 0x3fff, height: codecConfig.readUInt16LE(2) & 0x3fff };
}

/** The start of a file: EBML header, segment info and tracks. */
export function fileHeader({ video, hasAudio }: Tracks): Buffer {
  const tracks: Buffer[] = [];
  if (video)
    tracks.push(
      master(
        ids.track,
        uint(ids.trackNumber, trackNumbers.video),
        uint(ids.trackUid, trackNumbers.video),
        uint(ids.trackType, 1),
        text(ids.codecId, video.codec === 'VP8' ? 'V_VP8' : 'V_MPEG4/ISO/AVC'),
        ...(video.codec === 'H264' && video.codecConfig ? [element(ids.codecPrivate, video.codecConfig)] : []),
        master(ids.video, uint(ids.pixelWidth, sizeOf(video).width), uint(ids.pixelHeight, sizeOf(video).height)),
      ),
    );
  if (hasAudio)
    tracks.push(
      master(
        ids.track,
        uint(ids.trackNumber, trackNumbers.audio),
        uint(ids.trackUid, trackNumbers.audio),
        uint(ids.trackType, 2),
        text(ids.codecId, 'A_OPUS'),
        element(ids.codecPrivate, opusHead),
        master(ids.audio, float(ids.samplingFrequency, 48_000), uint(ids.channels, 2)),
      ),
    );
  return Buffer.concat([
    master(ids.ebml, text(ids.docType, 'matroska'), uint(ids.docTypeVersion, 4), uint(ids.docTypeReadVersion, 2)),
    idBytes(ids.segment),
    unknownLength,
    master(ids.info, uint(ids.timestampScale, 1_000_000), text(ids.muxingApp, 'footlight'), text(ids.writingApp, 'footlight')),
    master(ids.tracks, ...tracks),
  ]);
}

/** Writes blocks, and starts a cluster when needed. */
export class ClusterWriter {
  private startedAt_ms: number | null = null;

  /** The bytes of a block at `at_ms` after the start of the file. */
  block(kind: keyof typeof trackNumbers, at_ms: number, isKey: boolean, data: Buffer): Buffer {
    const parts: Buffer[] = [];
    if (this.startedAt_ms === null || at_ms - this.startedAt_ms > cluster_ms_max || at_ms < this.startedAt_ms) {
      this.startedAt_ms = at_ms;
      parts.push(idBytes(ids.cluster), unknownLength, uint(ids.timestamp, at_ms));
    }
    const header = Buffer.alloc(4);
    header[0] = 0x80 | trackNumbers[kind];
    header.writeInt16BE(at_ms - this.startedAt_ms, 1);
    header[3] = isKey ? 0x80 : 0;
    parts.push(master(ids.simpleBlock, header, data));
    return Buffer.concat(parts);
  }
}
