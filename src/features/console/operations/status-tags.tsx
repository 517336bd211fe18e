/** Status tags of jobs and contact messages: each has a label and a color, never only a color. */
import type { JobState } from '@contract/kernel/values/console';
import type { StateLabel } from '@web/lib/wording/state-label';
import { StateMark } from '@web/ui/feedback/state-mark';

export const jobStatusTags: Readonly<Record<JobState, StateLabel>> = {
  created: { label: 'Pending', tone: 'quiet' },
  retry: { label: 'Waiting to retry', tone: 'warn' },
  active: { label: 'Running', tone: 'quiet' },
  completed: { label: 'Done', tone: 'ok' },
  cancelled: { label: 'Stopped', tone: 'quiet' },
  failed: { label: 'Failed', tone: 'danger' },
};
export const contactStatusLabels = { waiting: 'Pending', answered: 'Answered' } as const;

export function JobStatus({ of: state }: { of: JobState }) {
  return <StateMark {...jobStatusTags[state]} />;
}

export function ContactStatus({ answered }: { answered: boolean }) {
  return <StateMark tone={answered ? 'ok' : 'warn'}>{answered ? contactStatusLabels.answered : contactStatusLabels.waiting}</StateMark>;
}
