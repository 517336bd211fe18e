/** A text with a blocked word whose action is `report`. A report is created for it. */
export interface ReportedText {
  text: string;
  /** The blocked word, spelled as in the site's list. */
  word: string;
}
