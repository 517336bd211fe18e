/** Releases of people without an account: an operator compares the form with the ID, and approves, rejects or ends the release. */
import { releaseStatuses } from '@contract/kernel/values/content';
import { useState } from 'react';
import { releaseMarks } from '@web/lib/wording/consent-labels';
import { countWords } from '@web/lib/i18n/counts';
import { shortDate } from '@web/lib/i18n/dates';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { Link } from '@web/ui/core/link';
import { columnCountStyle } from '@web/ui/display/grid-count';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { Sheet } from '@web/ui/dialogs/sheet';
import { StateMark } from '@web/ui/feedback/state-mark';
import { EmptyState } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { ConsoleFrame } from '../parts/console-frame';
import { DetailList } from '../parts/detail-list';
import { IdentityDocument } from '../parts/paper-box';
import { ReasonDialog } from '../parts/reason-dialog';
import { releasesRequest, releaseSorts } from './requests';
import styles from '../parts/console.module.css';

type Release = ResponseOf<'GET /admin/releases/search'>['data'][number];
type Decision = 'approved' | 'rejected' | 'withdrawn';

const filters = [
  {
    key: 'status',
    label: 'Status',
    anyLabel: 'Any status',
    options: releaseStatuses.map((value) => ({ value, label: releaseMarks[value].label })),
  },
];

const columnsFor = (open: (release: Release) => void): readonly TableColumn<Release>[] => [
  { key: 'name', title: 'Person', sortable: true, render: ({ name }) => name },
  {
    key: 'performer',
    title: 'Added by',
    render: ({ performer }) => (performer ? <Link href={`/admin/performers/${performer._id}`}>{performer.name}</Link> : 'Deleted account'),
  },
  {
    key: 'status',
    title: 'Status',
    render: ({ status }) => <StateMark {...releaseMarks[status]} />,
  },
  { key: 'items', title: 'Shown in', render: ({ items }) => countWords(items, 'item', 'items') },
  { key: 'createdAt', title: 'Added', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  {
    key: 'actions',
    title: 'Actions',
    render: (release) => (
      <Button size="small" onPress={() => open(release)}>
        {release.status === 'waiting' ? 'Review' : 'Open'}
      </Button>
    ),
  },
];

export function ReleasesScreen() {
  const table = useTable(releaseSorts, filters);
  const result = useEndpoint('GET /admin/releases/search', releasesRequest(table.urlQuery), { keepPreviousData: true });
  const [opened, setOpened] = useState<Release | null>(null);
  return (
    <ConsoleFrame
      title="Releases"
      lead="Signed consent from people without an account. Items that use a release are published once you approve it."
    >
      <SearchTable<Release>
        label="Releases"
        searchLabel="Search by name"
        table={table}
        filters={filters}
        result={result}
        columns={columnsFor(setOpened)}
        empty={
          <EmptyState
            title={table.isFiltered ? 'No matching releases' : 'No releases yet'}
            text={table.isFiltered ? 'Change or remove a filter.' : undefined}
          />
        }
      />
      <Sheet open={opened !== null} title={opened === null ? '' : `Release of ${opened.name}`} onClose={() => setOpened(null)}>
        {opened === null ? null : (
          <ReleaseDetails
            release={opened}
            onDecided={() => {
              setOpened(null);
              void result.mutate();
            }}
          />
        )}
      </Sheet>
    </ConsoleFrame>
  );
}

const verdicts = {
  rejected: {
    actionLabel: 'Reject release',
    title: 'Reject this release?',
    consequence: 'Items that use it stay hidden. The creator sees your reason and can add another release.',
    done: 'Release rejected',
    reasons: [
      'The form is not signed.',
      'The form and the ID name different people.',
      'The image is too blurry to read.',
      'The ID has expired.',
    ],
  },
  withdrawn: {
    actionLabel: 'End release',
    title: 'End this release?',
    consequence: 'Items that use it are taken down immediately, including for buyers. The creator sees your reason.',
    done: 'Release ended',
    reasons: ['The person withdrew their consent.'],
  },
} as const;

function ReleaseDetails({ release, onDecided }: { release: Release; onDecided: () => void }) {
  const [confirming, setConfirming] = useState<Decision | null>(null);
  const { _id: id, name, dateOfBirth, signedOn, status, note, form, identity, decidedBy } = release;
  const decide = async (decision: Decision, done: string, reason?: string) => {
    await services.consent['POST /admin/releases/:id/decide']({
      params: { id },
      body: { decision, ...(reason !== undefined && { note: reason }) },
    });
    setConfirming(null);
    showToast({ tone: 'ok', text: done });
    onDecided();
  };
  return (
    <div className={styles.stack}>
      <DetailList
        title="Person"
        details={[
          { label: 'Full name', value: name },
          { label: 'Date of birth', value: shortDate(dateOfBirth) },
          { label: 'Signed', value: shortDate(signedOn) },
          { label: 'Status', value: <StateMark {...releaseMarks[status]} /> },
          ...(decidedBy === null ? [] : [{ label: 'Decided by', value: decidedBy.name }]),
          ...(note === '' ? [] : [{ label: 'Reason', value: note }]),
        ]}
      />
      <div className={styles.papers} style={columnCountStyle(2)}>
        <IdentityDocument title="Signed form" file={form} />
        <IdentityDocument title="ID" file={identity} />
      </div>
      <div className={styles.actions}>
        {status === 'waiting' ? (
          <>
            <Button kind="primary" onPress={() => setConfirming('approved')}>
              Approve
            </Button>
            <Button kind="danger" onPress={() => setConfirming('rejected')}>
              Reject
            </Button>
          </>
        ) : null}
        {status === 'approved' ? (
          <Button kind="danger" onPress={() => setConfirming('withdrawn')}>
            End release
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        open={confirming === 'approved'}
        tone="plain"
        title={`Approve the release of ${name}?`}
        consequence="Items that use it are published, unless someone else in them hasn’t agreed yet."
        actionLabel="Approve release"
        onConfirm={() => decide('approved', 'Release approved')}
        onClose={() => setConfirming(null)}
      />
      {confirming === 'rejected' || confirming === 'withdrawn' ? (
        <ReasonDialog
          {...verdicts[confirming]}
          onConfirm={(reason) => decide(confirming, verdicts[confirming].done, reason)}
          onClose={() => setConfirming(null)}
        />
      ) : null}
    </div>
  );
}
