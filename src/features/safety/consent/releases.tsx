/** Releases of people without an account, with their documents and status, and a form to add one. */
import { releaseStatuses } from '@contract/kernel/values/content';
import { useState } from 'react';
import { releaseMarks } from '@web/lib/wording/consent-labels';
import { countWords } from '@web/lib/i18n/counts';
import { shortDate } from '@web/lib/i18n/dates';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { VerifiedOnly } from '@web/session/verified-only';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { StateMark } from '@web/ui/feedback/state-mark';
import { EmptyState } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { NewRelease } from './new-release';
import { releaseSorts, releasesRequest } from './requests';
import styles from './consent.module.css';

type Release = ResponseOf<'GET /performer/releases'>['data'][number];

const choices = [
  {
    key: 'status',
    label: 'Status',
    anyLabel: 'Any status',
    options: releaseStatuses.map((value) => ({ value, label: releaseMarks[value].label })),
  },
];

const DocumentLink = ({ href, children }: { href: string | null; children: string }) =>
  href === null ? null : (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="visually-hidden"> (opens in a new window)</span>
    </a>
  );

const columnsFor = (remove: (release: Release) => void): readonly TableColumn<Release>[] => [
  {
    key: 'name',
    title: 'Person',
    sortable: true,
    render: ({ name, note }) => (
      <span className={styles.words}>
        {name}
        {note === '' ? null : <span className={styles.quiet}>{note}</span>}
      </span>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    render: ({ status }) => <StateMark {...releaseMarks[status]} />,
  },
  { key: 'signedOn', title: 'Signed', render: ({ signedOn }) => shortDate(signedOn) },
  { key: 'items', title: 'Shown in', render: ({ items }) => countWords(items, 'item', 'items') },
  { key: 'createdAt', title: 'Added', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  {
    key: 'actions',
    title: 'Actions',
    render: (release) => (
      <span className={styles.actions}>
        <DocumentLink href={release.form.url}>Form</DocumentLink>
        <DocumentLink href={release.identity.url}>ID</DocumentLink>
        {release.items === 0 ? (
          <Button size="small" kind="danger" onPress={() => remove(release)}>
            Delete
          </Button>
        ) : null}
      </span>
    ),
  },
];

export function Releases() {
  const table = useTable(releaseSorts, choices);
  const response = useEndpoint('GET /performer/releases', releasesRequest(table.urlQuery), { keepPreviousData: true });
  const [isAdding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<Release | null>(null);
  const add = (
    <Button kind="primary" onPress={() => setAdding(true)}>
      Add release
    </Button>
  );
  const remove = async ({ _id: id, name }: Release) => {
    await services.consent['DELETE /performer/releases/:id']({ params: { id } });
    setDeleting(null);
    void response.mutate();
    showToast({ tone: 'ok', text: `Release for ${name} deleted` });
  };
  return (
    <VerifiedOnly>
      <p className={styles.quiet}>
        A release is signed consent from someone without an account, with a photo of their ID. Our team checks it before anything that names
        it is published.
      </p>
      <div>{add}</div>
      <SearchTable<Release>
        label="Releases"
        searchLabel="Search by name"
        table={table}
        filters={choices}
        result={response}
        columns={columnsFor(setDeleting)}
        empty={
          <EmptyState
            title={table.isFiltered ? 'No matching releases' : 'No releases yet'}
            text={table.isFiltered ? 'Change or remove a filter.' : 'You only need releases for people without an account.'}
          />
        }
      />
      {isAdding ? (
        <NewRelease
          onClose={() => setAdding(false)}
          onAdded={() => {
            setAdding(false);
            void response.mutate();
          }}
        />
      ) : null}
      {deleting === null ? null : (
        <ConfirmDialog
          open
          title={`Delete the release for ${deleting.name}?`}
          consequence="Both documents are deleted. This cannot be undone."
          actionLabel="Delete release"
          onConfirm={() => remove(deleting)}
          onClose={() => setDeleting(null)}
        />
      )}
    </VerifiedOnly>
  );
}
