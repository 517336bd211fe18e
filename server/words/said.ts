/** Something that was written, with a word of the list in it that does not refuse it. */
export interface Said {
  text: string;
  /** As operators wrote it. */
  word: string;
}
