/** The part of a performer that tabs of her page need. */
export interface PerformerLine {
  _id: string;
  name: string;
}
