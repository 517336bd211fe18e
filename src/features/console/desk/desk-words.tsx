/** States of the desk's things in words, each with its colour and never by the colour alone. */
import type { JobState } from '@contract/values';
import { StateMark, type StateTone } from '@web/ui/feedback/state-mark';

export const jobWords: Readonly<Record<JobState, { word: string; tone: StateTone }>> = {
  created: { word: 'Waiting', tone: 'quiet' },
  retry: { word: 'Waiting for another try', tone: 'warn' },
  active: { word: 'Running', tone: 'quiet' },
  completed: { word: 'Done', tone: 'ok' },
  cancelled: { word: 'Stopped', tone: 'quiet' },
  failed: { word: 'Failed', tone: 'danger' },
};
export const contactWords = { waiting: 'Waiting', answered: 'Answered' } as const;

export function JobMark({ of: state }: { of: JobState }) {
  return <StateMark tone={jobWords[state].tone}>{jobWords[state].word}</StateMark>;
}

export function ContactMark({ answered }: { answered: boolean }) {
  return <StateMark tone={answered ? 'ok' : 'warn'}>{answered ? contactWords.answered : contactWords.waiting}</StateMark>;
}
