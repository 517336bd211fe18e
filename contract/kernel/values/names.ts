/** The characters that a name may contain: visible ones, and the invisible ones that shape them. */

/** Scripts whose letters take other forms beside a joiner. */
const joiningScripts =
  '\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Mymr}\\p{scx=Khmr}\\p{scx=Bali}\\p{scx=Java}';
const letter = `(?:(?![\\p{Default_Ignorable_Code_Point}\\p{Zs}])[${joiningScripts}])`;

/** Invisible characters that shape the visible ones beside them: joiners, variation selectors, and the tags of flags. */
const shaping = new RegExp(
  [
    `(?<=${letter})\\u200c(?=${letter})`,
    `(?<=${letter})\\u200d(?![\\u200c\\u200d])`,
    '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
    '(?<=[\\p{Emoji}])[\\ufe0e\\ufe0f](?![\\ufe00-\\ufe0f])',
    '(?<=\\p{sc=Han})[\\u{e0100}-\\u{e01ef}]',
    '(?<=\\p{sc=Mongolian})[\\u180b-\\u180d\\u180f]',
    '(?<=\\u{1f3f4})[\\u{e0020}-\\u{e007e}]{1,16}\\u{e007f}',
  ].join('|'),
  'gu',
);
/** Unicode's default ignorable characters, and three kinds of invisible ones that are not among these. See `isBlank`. */
const invisible = '[\\p{Default_Ignorable_Code_Point}\\u2800\\ufff9-\\ufffb\\u{1d159}]';
const invisibleOrShaping = new RegExp(`(${shaping.source})|${invisible}`, 'gu');

/** A text without invisible characters, except those that shape visible ones. */
export const visibleName = (name: string): string => name.replaceAll(invisibleOrShaping, (_found, kept?: string) => kept ?? '');

/** Whether a name contains invisible characters: they can reverse the text around it, or make two names look the same. */
export const hidesCharacters = (name: string): boolean => visibleName(name) !== name;

/** Check marks: beside a name they look like the mark of verified creators. */
const checkMark = /[\u2713\u2714\u2611\u2705\u237b\u221a\u{1f5f8}\u{1f5f9}\u{1fbb1}]/u;
export const looksVerified = (name: string): boolean => checkMark.test(name);
