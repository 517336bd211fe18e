/** Background jobs: waiting, running, and failed ones that can be retried. */
import { jobStates } from '@contract/kernel/values/console';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { ClockIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { EmptyState } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { useState } from 'react';
import { ConsoleFrame } from '../parts/console-frame';
import { jobSorts, jobsRequest } from './requests';
import { JobStatus, jobStatusTags } from './status-tags';
import styles from './operations.module.css';

type JobSearchResult = ResponseOf<'GET /admin/jobs/search'>;
type Job = JobSearchResult['data'][number];

const stateFilter = {
  key: 'state',
  label: 'Status',
  anyLabel: 'Any status',
  options: jobStates.map((value) => ({ value, label: jobStatusTags[value].label })),
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
    title: 'Status',
    render: ({ state, failure }) => (
      <>
        <JobStatus of={state} />
        {failure === null ? null : <p className={styles.failure}>{failure}</p>}
      </>
    ),
  },
  {
    key: 'tries',
    title: 'Attempts',
    align: 'end',
    render: ({ tries, triesMax }) => <span className={styles.line}>{`${String(tries)} of ${String(triesMax)}`}</span>,
  },
  {
    key: 'runsAt',
    title: 'Next attempt',
    render: ({ runsAt }) => (runsAt === null ? <span className={styles.quiet}>None</span> : <TimeAgo at={runsAt} />),
  },
  { key: 'updatedAt', title: 'Updated', sortable: true, render: ({ updatedAt }) => <TimeAgo at={updatedAt} /> },
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

const failedIn = ({ queues }: JobSearchResult): number => queues.reduce((sum, { failed }) => sum + failed, 0);

export function JobsScreen() {
  const table = useTable(jobSorts, [stateFilter], ['queue']);
  const result = useEndpoint('GET /admin/jobs/search', jobsRequest(table.urlQuery), { keepPreviousData: true });
  const [confirming, setConfirming] = useState<Job | null>(null);
  const failed = result.data === undefined ? 0 : failedIn(result.data);
  return (
    <ConsoleFrame title="Background jobs" lead="Failed jobs stay here for 14 days. Their data isn’t shown.">
      {failed > 0 ? (
        <div className={styles.above}>
          <Notice tone="warn" title={failed === 1 ? '1 job failed' : `${String(failed)} jobs failed`}>
            {result.data?.queues.map(({ queue, failed: count }) => `${queue} (${String(count)})`).join(', ')}
          </Notice>
        </div>
      ) : null}
      <SearchTable<Job>
        label="Background jobs"
        searchLabel="Search jobs"
        table={table}
        filters={[stateFilter]}
        result={result}
        columns={columnsWith(setConfirming)}
        moreSorts={[{ value: 'createdAt', label: 'Created' }]}
        empty={
          <EmptyState
            icon={<ClockIcon />}
            title={table.isFiltered ? 'No matching jobs' : 'No jobs yet'}
            text={table.isFiltered ? 'Change or remove a filter.' : 'Jobs appear here when the site runs them in the background.'}
          />
        }
      />
      <ConfirmDialog
        open={confirming !== null}
        tone="plain"
        title={`Try ${confirming?.queue ?? ''} again?`}
        consequence="It runs again immediately. Steps it finished before it failed may run twice."
        actionLabel="Try again"
        onConfirm={async () => {
          if (confirming === null) return;
          await services.backOffice['POST /admin/jobs/:id/retry']({ params: { id: confirming._id } });
          setConfirming(null);
          showToast({ tone: 'ok', text: 'Retrying the job' });
          await result.mutate();
        }}
        onClose={() => setConfirming(null)}
      />
    </ConsoleFrame>
  );
}
