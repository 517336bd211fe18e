/** What a file is by its first bytes, and how refusals of files are worded: by the file's name, the rule and the limit. */
import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type/core';
import type { ErrorCode } from '@contract/kernel/errors';
import { cutFileName } from '@contract/kernel/file-name';
import * as limits from '@contract/kernel/limits';
import type { UploadKind } from '@contract/values';
import { fail, Refusal } from '../../kernel/api-error';

/** So many bytes tell what a file is. */
export const head_bytes = 65_536;
const megabyte = 1_048_576;
const minute_s = 60;

/** Kinds that are converted. */
export type ConvertedKind = Exclude<UploadKind, 'image' | 'document' | 'digital'>;
export const isConverted = (kind: UploadKind): kind is ConvertedKind => kind !== 'image' && kind !== 'document' && kind !== 'digital';

const pictures = ['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif', 'image/avif'];

/** The converter's reader for each format that is taken: no other reader ever sees the bytes, so no file can ask for another file. */
const videoReaders: Readonly<Record<string, string>> = {
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
  // Pictures that move become short films without sound.
  'image/gif': 'gif',
  'image/apng': 'apng',
  'image/avif': 'mov',
};
const audioReaders: Readonly<Record<string, string>> = {
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
  // What browsers record.
  'audio/webm': 'matroska',
  'video/webm': 'matroska',
  'audio/matroska': 'matroska',
};

const takenAs: Record<UploadKind, string> = {
  image: 'Use a JPEG, PNG, WebP, GIF or AVIF picture.',
  document: 'Use a picture or a PDF.',
  audio: 'Use an MP3, M4A, WAV, OGG, FLAC or WebM sound.',
  video: 'Use an MP4, MOV, WebM, MKV, AVI or MPEG video, or an animated GIF, PNG or AVIF.',
  teaser: 'Use an MP4, MOV, WebM, MKV, AVI or MPEG video, or an animated GIF, PNG or AVIF.',
  'welcome-video': 'Use an MP4, MOV, WebM, MKV, AVI or MPEG video, or an animated GIF, PNG or AVIF.',
  digital: 'Use any file that is not empty.',
};
const nouns: Record<UploadKind, string> = {
  image: 'A picture',
  document: 'A document',
  audio: 'A sound',
  video: 'A video',
  teaser: 'A teaser',
  'welcome-video': 'A welcome video',
  digital: 'A file that is sold',
};

/** The rules in words, with their limits. */
export const rules = {
  content: (kind: UploadKind): string => takenAs[kind],
  bytes: (kind: UploadKind): string => `${nouns[kind]} may have ${String(limits.upload_bytes[kind] / megabyte)} MB at the most.`,
  pixels: `A picture may have ${String(limits.imagePixelsMax / 1_000_000)} megapixels at the most.`,
  size: `A video may be ${String(limits.videoSideMax_px)} pixels long and have ${(limits.videoPixelsMax / 1_000_000).toFixed(1)} megapixels at the most.`,
  length: (kind: ConvertedKind): string => `${nouns[kind]} may last ${String(limits.media_s[kind] / minute_s)} minutes at the most.`,
  stream: (kind: ConvertedKind): string => `${nouns[kind]} needs ${kind === 'audio' ? 'sound' : 'a picture that moves'} in it.`,
  readable: (kind: UploadKind): string => `It is damaged, or not what its format says. ${takenAs[kind]}`,
};

/** Refuses a file by the rule that it breaks. */
export const refuseFile = (code: ErrorCode, rule: string): never => fail(code, { issues: [{ path: 'file', message: rule }] });

const fileCodes = new Set<ErrorCode>(['too_large', 'unsupported_media_type', 'file_unreadable']);

/** Runs what judges a file; its refusals then name the file, the rule and the limit. */
export async function naming<T>(name: string, kind: UploadKind, judge: () => Promise<T>): Promise<T> {
  try {
    return await judge();
  } catch (error) {
    if (!(error instanceof Refusal) || !fileCodes.has(error.code)) throw error;
    const [issue] = error.issues ?? [];
    const rule = issue?.message ?? (error.code === 'file_unreadable' ? rules.readable(kind) : rules.content(kind));
    return fail(error.code, { issues: [{ path: issue?.path ?? 'file', message: `“${name}”: ${rule}` }] });
  }
}

const nameLengthMax = 120;

/** The file's own name as people may see it: no folders, no controls. */
export function shownName(name: string): string {
  const last = name.toWellFormed().split(/[\\/]/).at(-1) ?? '';
  return cutFileName(last.replaceAll(/[\p{Cc}\p{Cf}"<>|:*?]+/gu, '').trim(), nameLengthMax) || 'file';
}

/** The first bytes of a file on disk. */
export async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(head_bytes), 0, head_bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * By which reader the converter takes a file that begins like this. Refuses with file_unreadable what is no known format at all
 * (text, playlists, noise), and with unsupported_media_type what is another.
 */
export async function readerOf(kind: ConvertedKind, head: Uint8Array): Promise<{ contentType: string; reader: string }> {
  const contentType = (await fileTypeFromBuffer(head))?.mime;
  if (contentType === undefined) return refuseFile('file_unreadable', rules.readable(kind));
  const reader = (kind === 'audio' ? audioReaders : videoReaders)[contentType];
  return reader === undefined ? refuseFile('unsupported_media_type', rules.content(kind)) : { contentType, reader };
}

/** Refuses what begins like something else than this kind may be. What is sold as it is may be anything but empty. */
export async function assertContent(kind: UploadKind, head: Uint8Array): Promise<void> {
  if (isConverted(kind)) {
    await readerOf(kind, head);
    return;
  }
  if (kind === 'digital') {
    if (head.byteLength === 0) refuseFile('file_unreadable', rules.content(kind));
    return;
  }
  const contentType = (await fileTypeFromBuffer(head))?.mime ?? '';
  const isTaken = pictures.includes(contentType) || (kind === 'document' && contentType === 'application/pdf');
  if (!isTaken) refuseFile('unsupported_media_type', rules.content(kind));
}

/** Refuses a file that is larger than its kind may be. */
export function assertSize(kind: UploadKind, size_bytes: number): void {
  if (size_bytes > limits.upload_bytes[kind]) refuseFile('too_large', rules.bytes(kind));
}
