/** Background jobs: what waits, what runs, and what failed and may be tried again. */
import { jobStates } from '@contract/values';
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { ClockIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { Empty } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { useState } from 'react';
import { ConsoleFrame } from '../parts/console-frame';
import { jobSorts, jobsRead } from '../desk/desk-reads';
import { JobMark, jobWords } from '../desk/desk-words';
import styles from './operations.module.css';

type Found = AnswerOf<'GET /admin/jobs/search'>;
type Job = Found['data'][number];

const states = {
  key: 'state',
  label: 'State',
  any: 'Any state',
  options: jobStates.map((value) => ({ value, label: jobWords[value].word })),
};

const columnsWith = (onRetry: (job: Job) => void): readonly TableColumn<Job>[] => [
  {
    key: 'queue',
    title: 'Job',
    render: ({ queue, about }) => (
      <>
        <strong>{queue}</strong>
        {about.map(({ name, id }) => (
          <p key={name} className={styles.reference}>
            {name} {id}
          </p>
        ))}
      </>
    ),
  },
  {
    key: 'state',
    title: 'State',
    render: ({ state, failure }) => (
      <>
        <JobMark of={state} />
        {failure === null ? null : <p className={styles.failure}>{failure}</p>}
      </>
    ),
  },
  {
    key: 'tries',
    title: 'Tries',
    align: 'end',
    render: ({ tries, triesMax }) => <span className={styles.line}>{`${String(tries)} of ${String(triesMax)}`}</span>,
  },
  {
    key: 'runsAt',
    title: 'Next try',
    render: ({ runsAt }) => (runsAt === null ? <span className={styles.quiet}>None</span> : <TimeAgo at={runsAt} />),
  },
  { key: 'updatedAt', title: 'Changed', sortable: true, render: ({ updatedAt }) => <TimeAgo at={updatedAt} /> },
  {
    key: 'actions',
    title: 'Actions',
    render: (job) =>
      job.state === 'failed' ? (
        <Button size="small" onPress={() => onRetry(job)} aria-label={`Try ${job.queue} again`}>
          Try again
        </Button>
      ) : (
        <span className={styles.quiet}>None</span>
      ),
  },
];

const failedIn = ({ queues }: Found): number => queues.reduce((sum, { failed }) => sum + failed, 0);

export function JobsScreen() {
  const place = useTable(jobSorts, [states], ['queue']);
  const found = useEndpoint('GET /admin/jobs/search', jobsRead(place.address), { keepPreviousData: true });
  const [asking, setAsking] = useState<Job | null>(null);
  const failed = found.data === undefined ? 0 : failedIn(found.data);
  return (
    <ConsoleFrame title="Background jobs" lead="Failed jobs stay here for 14 days. What they carry is not shown.">
      {failed > 0 ? (
        <div className={styles.above}>
          <Notice tone="warn" title={failed === 1 ? 'One job has failed' : `${String(failed)} jobs have failed`}>
            {found.data?.queues.map(({ queue, failed: count }) => `${queue} (${String(count)})`).join(', ')}
          </Notice>
        </div>
      ) : null}
      <SearchTable<Job>
        label="Background jobs"
        searchLabel="Search jobs"
        place={place}
        choices={[states]}
        found={found}
        columns={columnsWith(setAsking)}
        moreSorts={[{ value: 'createdAt', label: 'Begun' }]}
        empty={
          <Empty
            icon={<ClockIcon />}
            title={place.isFiltered ? 'No job matches' : 'No job yet'}
            text={place.isFiltered ? 'Change or remove a filter.' : 'What the site does in the background appears here.'}
          />
        }
      />
      <ConfirmDialog
        open={asking !== null}
        tone="plain"
        title={`Try ${asking?.queue ?? ''} again?`}
        consequence="It runs once more, at once. What it did before it failed may be done again."
        verb="Try again"
        onConfirm={async () => {
          if (asking === null) return;
          await services.desk['POST /admin/jobs/:id/retry']({ params: { id: asking._id } });
          setAsking(null);
          showToast({ tone: 'ok', text: 'The job is tried again' });
          await found.mutate();
        }}
        onClose={() => setAsking(null)}
      />
    </ConsoleFrame>
  );
}
