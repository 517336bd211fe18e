/** A failed HEIC conversion. The message is shown to the person who chose the photo. */
export class HeicConversionError extends Error {
  override name = 'HeicConversionError';
}
