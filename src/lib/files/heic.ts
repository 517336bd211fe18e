/** HEIC photos from phones. Few browsers show them, so they are converted to JPEG before the upload. The converter is loaded on demand. */

import { HeicConversionError } from './heic-conversion-error';

/** HEIC entries for the `accept` attribute. The extensions are for systems that report no type for these files. */
export const heicTypes = 'image/heic,image/heif,.heic,.heif';

/** Whether a file is HEIC by its type or, where the type is unknown, by its extension. */
export const isHeic = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  /^image\/hei[cf]$/i.test(type) || ((type === '' || type === 'application/octet-stream') && /\.hei[cf]$/i.test(name));

/** Returns the file, converted to JPEG if it is HEIC. Rejects with HeicConversionError, or with an AbortError when `signal` is aborted. */
export async function toSupportedImage(file: File, signal?: AbortSignal): Promise<File> {
  if (!isHeic(file)) return file;
  const { toJpeg } = await import('./heic-to-jpeg');
  return toJpeg(file, signal);
}

/** The message of a failed conversion, or `fallbackMessage` for any other error. */
export const heicErrorMessage = (thrown: unknown, fallbackMessage: string): string =>
  thrown instanceof HeicConversionError ? thrown.message : fallbackMessage;
