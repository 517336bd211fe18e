/** Accepted file types and sizes for each use, with a hint. The server checks the contents again. */
import * as limits from '@contract/kernel/limits';
import { uploadKindByFileType } from '@contract/kernel/values/files';
import type { FileType } from '@contract/kernel/values/files';
import { heicTypes } from '@web/lib/files/heic';
import { sizeText } from '@web/ui/forms/upload';

interface Rule {
  accept: string;
  sizeMax: number;
  /** The rule as a text for people. */
  hint: string;
}

const durationText = (seconds: number): string => {
  const minutes = seconds / 60;
  return minutes < 60 ? `${String(minutes)} minutes` : minutes === 60 ? '1 hour' : `${String(minutes / 60)} hours`;
};

const { upload_bytes: sizes, media_s: durations } = limits;
const videoTypes =
  'video/mp4,video/quicktime,video/webm,video/x-matroska,video/x-msvideo,video/mpeg,image/gif,image/png,image/apng,image/avif';
const videoHint = (kind: 'teaser' | 'video' | 'welcome-video'): string =>
  `MP4, MOV, WebM, MKV, AVI, MPEG, or an animated GIF, PNG or AVIF. Up to ${sizeText(sizes[kind])} and ${durationText(durations[kind])}.`;

const rules: Record<'image' | 'audio' | 'teaser' | 'video' | 'welcome-video' | 'digital', Rule> = {
  image: {
    accept: `image/jpeg,image/png,image/apng,image/webp,image/gif,image/avif,${heicTypes}`,
    sizeMax: sizes.image,
    hint: `JPEG, PNG, WebP, GIF, AVIF or HEIC, up to ${sizeText(sizes.image)}. Location data is removed automatically.`,
  },
  audio: {
    accept: 'audio/*',
    sizeMax: sizes.audio,
    hint: `Up to ${sizeText(sizes.audio)} and ${durationText(durations.audio)}.`,
  },
  teaser: { accept: videoTypes, sizeMax: sizes.teaser, hint: videoHint('teaser') },
  video: { accept: videoTypes, sizeMax: sizes.video, hint: videoHint('video') },
  'welcome-video': { accept: videoTypes, sizeMax: sizes['welcome-video'], hint: videoHint('welcome-video') },
  digital: {
    accept: '*/*',
    sizeMax: sizes.digital,
    hint: `Any file type, up to ${sizeText(sizes.digital)}. Buyers get the original file.`,
  },
};

/** The rule for files of `type`. Documents have their own upload form. */
export function ruleFor(type: FileType): Rule {
  const kind = uploadKindByFileType[type];
  return kind === 'document' ? rules.image : rules[kind];
}
