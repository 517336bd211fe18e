/** How a state is shown. */
export type StateTone = 'ok' | 'warn' | 'danger' | 'quiet';

export interface StateLabel {
  label: string;
  tone: StateTone;
}

/** The options of a select for a table of labels or states. */
export const optionsOf = (labels: Readonly<Record<string, string | StateLabel>>): { value: string; label: string }[] =>
  Object.entries(labels).map(([value, entry]) => ({ value, label: typeof entry === 'string' ? entry : entry.label }));
