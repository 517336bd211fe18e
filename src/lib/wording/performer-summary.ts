/** The fields of a performer that the tabs of a profile page need. */
export interface PerformerSummary {
  _id: string;
  name: string;
}
