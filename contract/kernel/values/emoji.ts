/** Emoji, as Unicode recommends them for interchange. */

let pattern: RegExp | undefined;

/** Whether the text is exactly one emoji, including flags, skin tones and sequences. */
export function isEmoji(text: string): boolean {
  // Built on first use: older browsers load this module without knowing the flag.
  pattern ??= new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v');
  return pattern.test(text);
}
