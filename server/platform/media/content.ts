/** Detects a file's type from its first bytes. Errors name the file, the rule and the limit. */
import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type/core';
import type { ErrorCode } from '@contract/kernel/errors';
import { cutFileName } from '@contract/kernel/file-name';
import * as limits from '@contract/kernel/limits';
import type { UploadKind } from '@contract/kernel/values/files';
import { fail, ApiError } from '../../kernel/api-error';

/** Enough bytes to detect the type. */
export const head_bytes = 65_536;
const megabyte_bytes = 1_048_576;
const minute_s = 60;

/** Kinds that ffmpeg converts. */
export type ConvertedKind = Exclude<UploadKind, 'image' | 'document' | 'digital'>;
export const isConverted = (kind: UploadKind): kind is ConvertedKind => kind !== 'image' && kind !== 'document' && kind !== 'digital';

const imageTypes = ['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif', 'image/avif'];

/** The ffmpeg demuxer for each accepted type. Others are not used: some of them would open other files that the content names. */
const videoDemuxers: Readonly<Record<string, string>> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/x-m4v': 'mov',
  'video/3gpp': 'mov',
  'video/3gpp2': 'mov',
  'video/webm': 'matroska',
  'video/matroska': 'matroska',
  'video/x-matroska': 'matroska',
  'video/vnd.avi': 'avi',
  'video/x-msvideo': 'avi',
  'video/mp2t': 'mpegts',
  'video/mpeg': 'mpeg',
  'video/MP1S': 'mpeg',
  'video/MP2P': 'mpeg',
  // Animated images become short videos without sound.
  'image/gif': 'gif',
  'image/apng': 'apng',
  'image/avif': 'mov',
};
const audioDemuxers: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/x-m4a': 'mov',
  'audio/mp4': 'mov',
  'video/mp4': 'mov',
  'audio/wav': 'wav',
  'audio/vnd.wave': 'wav',
  'audio/wave': 'wav',
  'audio/ogg': 'ogg',
  'audio/opus': 'ogg',
  'audio/ogg; codecs=opus': 'ogg',
  'audio/flac': 'flac',
  'audio/x-flac': 'flac',
  'audio/aac': 'aac',
  // Recordings from browsers.
  'audio/webm': 'matroska',
  'video/webm': 'matroska',
  'audio/matroska': 'matroska',
};

const acceptedFormats: Record<UploadKind, string> = {
  image: 'Use a JPEG, PNG, WebP, GIF or AVIF image.',
  document: 'Use a JPEG, PNG, WebP, GIF or AVIF image, or a PDF.',
  audio: 'Use an MP3, M4A, WAV, OGG, FLAC or WebM audio file.',
  video: 'Use an MP4, MOV, WebM, MKV, AVI or MPEG video, or an animated GIF, PNG or AVIF.',
  teaser: 'Use an MP4, MOV, WebM, MKV, AVI or MPEG video, or an animated GIF, PNG or AVIF.',
  'welcome-video': 'Use an MP4, MOV, WebM, MKV, AVI or MPEG video, or an animated GIF, PNG or AVIF.',
  digital: 'Choose a file that isn’t empty.',
};
const nouns: Record<UploadKind, string> = {
  image: 'Images',
  document: 'Documents',
  audio: 'Audio files',
  video: 'Videos',
  teaser: 'Teasers',
  'welcome-video': 'Welcome videos',
  digital: 'Product files',
};

/** Messages for the rules, with their limits. */
export const ruleTexts = {
  content: (kind: UploadKind): string => acceptedFormats[kind],
  bytes: (kind: UploadKind): string => `${nouns[kind]} can be up to ${String(limits.upload_bytes[kind] / megabyte_bytes)} MB.`,
  pixels: `Images can have up to ${String(limits.imagePixelsMax / 1_000_000)} megapixels.`,
  size: `Videos can be up to ${String(limits.videoSideMax_px)} pixels per side, with up to ${(limits.videoPixelsMax / 1_000_000).toFixed(1)} megapixels.`,
  length: (kind: ConvertedKind): string => `${nouns[kind]} can be up to ${String(limits.media_s[kind] / minute_s)} minutes long.`,
  stream: (kind: ConvertedKind): string => `This file has no ${kind === 'audio' ? 'sound' : 'video'}.`,
  readable: (kind: UploadKind): string => `This file is damaged or in an unsupported format. ${acceptedFormats[kind]}`,
};

/** Throws an error for the file with the text of the rule that it breaks. */
export const rejectFile = (code: ErrorCode, rule: string): never => fail(code, { issues: [{ path: 'file', message: rule }] });

const fileCodes = new Set<ErrorCode>(['too_large', 'unsupported_media_type', 'file_unreadable']);

/** Runs a check of a file and returns its result. Its errors then name the file, the rule and the limit. */
export async function withFileName<T>(name: string, kind: UploadKind, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof ApiError) || !fileCodes.has(error.code)) throw error;
    const [issue] = error.issues ?? [];
    const rule = issue?.message ?? (error.code === 'file_unreadable' ? ruleTexts.readable(kind) : ruleTexts.content(kind));
    return fail(error.code, { issues: [{ path: issue?.path ?? 'file', message: `“${name}”: ${rule}` }] });
  }
}

const nameLengthMax = 120;

/** The file's name for display, without folders and control characters. */
export function displayFileName(name: string): string {
  const last = name.toWellFormed().split(/[\\/]/).at(-1) ?? '';
  return cutFileName(last.replaceAll(/[\p{Cc}\p{Cf}"<>|:*?]+/gu, '').trim(), nameLengthMax) || 'file';
}

const id3Header_bytes = 10;

/** The length of the ID3v2 tag at the start of a file in bytes, by its header; 0 if there is none. Source: id3.org, ID3v2.4 section 3.1. */
function id3Length(head: Buffer): number {
  if (head.length < id3Header_bytes || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  // A synchsafe integer: four bytes with seven bits each.
  const size = head.subarray(6, id3Header_bytes).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
  const hasFooter = ((head[5] ?? 0) & 0x10) !== 0;
  return size + id3Header_bytes * (hasFooter ? 2 : 1);
}

/** The first bytes of a file on disk. An ID3 tag with a large cover picture is skipped, because the type is detected from what follows. */
export async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  const read = async (from: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(head_bytes), 0, head_bytes, from);
    return buffer.subarray(0, bytesRead);
  };
  try {
    const head = await read(0);
    const tag_bytes = id3Length(head);
    if (tag_bytes < head.length) return head;
    // An unfinished upload may end within the tag.
    const rest = await read(tag_bytes);
    return rest.length > 0 ? rest : head;
  } finally {
    await file.close();
  }
}

/**
 * The ffmpeg demuxer for a file with these first bytes. Throws file_unreadable for unknown formats (text, playlists, noise), and
 * unsupported_media_type for known ones that are not accepted.
 */
export async function demuxerOf(kind: ConvertedKind, head: Uint8Array): Promise<{ contentType: string; demuxer: string }> {
  const contentType = (await fileTypeFromBuffer(head))?.mime;
  if (contentType === undefined) return rejectFile('file_unreadable', ruleTexts.readable(kind));
  const demuxer = (kind === 'audio' ? audioDemuxers : videoDemuxers)[contentType];
  return demuxer === undefined ? rejectFile('unsupported_media_type', ruleTexts.content(kind)) : { contentType, demuxer };
}

/** Rejects content that does not match the kind. Digital products may have any content that is not empty. */
export async function assertContent(kind: UploadKind, head: Uint8Array): Promise<void> {
  if (isConverted(kind)) {
    await demuxerOf(kind, head);
    return;
  }
  if (kind === 'digital') {
    if (head.byteLength === 0) rejectFile('file_unreadable', ruleTexts.content(kind));
    return;
  }
  const contentType = (await fileTypeFromBuffer(head))?.mime ?? '';
  const isAccepted = imageTypes.includes(contentType) || (kind === 'document' && contentType === 'application/pdf');
  if (!isAccepted) rejectFile('unsupported_media_type', ruleTexts.content(kind));
}

/** Rejects a file that is too large for its kind. */
export function assertSize(kind: UploadKind, size_bytes: number): void {
  if (size_bytes > limits.upload_bytes[kind]) rejectFile('too_large', ruleTexts.bytes(kind));
}
