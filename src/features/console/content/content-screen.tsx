/** Published content by kind: an operator reviews an item, takes it down with a reason, or restores it. */
import { moderatedStates, moderatedTypes, type ModeratedState } from '@contract/kernel/values/moderation';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { deleteText } from '@web/lib/wording/ticket-change-labels';
import type { StateLabel } from '@web/lib/wording/state-label';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useHasRight } from '@web/session/use-has-right';
import { Button } from '@web/ui/actions/button';
import { SelectField } from '@web/ui/forms/fields';
import { Link } from '@web/ui/core/link';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { StateMark } from '@web/ui/feedback/state-mark';
import { EmptyState } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { ConsoleFrame } from '../parts/console-frame';
import { ReasonDialog } from '../parts/reason-dialog';
import { contentRequest, contentSorts, typeFilterOf } from './requests';
import styles from './content.module.css';
import { contentTitle, contentTypeLabels } from './labels';

type Content = ResponseOf<'GET /admin/content/:type/search'>['data'][number];

const states: Readonly<Record<ModeratedState, StateLabel>> = {
  shown: { label: 'Visible', tone: 'ok' },
  hidden: { label: 'Taken down', tone: 'danger' },
  unpublished: { label: 'Not published', tone: 'quiet' },
};

const filters = [
  {
    key: 'state',
    label: 'Status',
    anyLabel: 'Any status',
    options: moderatedStates.map((value) => ({ value, label: states[value].label })),
  },
];

const ownerPage = ({ _id, isPerformer }: NonNullable<Content['owner']>): string => `/admin/${isPerformer ? 'performers' : 'users'}/${_id}`;

interface ColumnOptions {
  confirmModeration: (content: Content) => void;
  confirmDelete: (content: Content) => void;
  /** Whether the operator may read record sheets. */
  mayReadRecords: boolean;
}

const columnsFor = ({ confirmModeration, confirmDelete, mayReadRecords }: ColumnOptions): readonly TableColumn<Content>[] => [
  {
    key: 'title',
    title: 'What',
    render: (content) => {
      const { link, state, hiddenReason } = content;
      const name = contentTitle(content);
      return (
        <span className={styles.subject}>
          {link === null ? name : <Link href={link}>{name}</Link>}
          {state === 'hidden' && hiddenReason ? <span className={styles.quiet}>{hiddenReason}</span> : null}
        </span>
      );
    },
  },
  { key: 'owner', title: 'By', render: ({ owner }) => (owner ? <Link href={ownerPage(owner)}>{owner.name}</Link> : 'Deleted account') },
  { key: 'state', title: 'Status', render: ({ state }) => <StateMark {...states[state]} /> },
  { key: 'createdAt', title: 'Created', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  {
    key: 'actions',
    title: 'Actions',
    render: (content) => (
      <span className={styles.actions}>
        <Button size="small" onPress={() => confirmModeration(content)}>
          {content.state === 'hidden' ? 'Restore item' : 'Take down'}
        </Button>
        {content.type === 'comments' || !mayReadRecords ? null : (
          <Button size="small" href={`/admin/content/records/${content._id}`}>
            Record
          </Button>
        )}
        <Button size="small" kind="danger" onPress={() => confirmDelete(content)}>
          Delete
        </Button>
      </span>
    ),
  },
];

/** Shows are ended instead of taken down, and have their own table. */
const liveStreamsOption = { value: '/admin/live', label: 'Live streams' };

export function ContentScreen() {
  const router = useRouter();
  const may = useHasRight();
  const table = useTable(contentSorts, filters);
  const [confirming, setConfirming] = useState<Content | null>(null);
  const [deleting, setDeleting] = useState<Content | null>(null);
  const result = useEndpoint('GET /admin/content/:type/search', contentRequest({ ...table.urlQuery, type: router.query['type'] }), {
    keepPreviousData: true,
  });
  const type = typeFilterOf(router.query);
  const { many } = contentTypeLabels[type];
  return (
    <ConsoleFrame title={many} lead="Everything people have published. You can restore items after taking them down.">
      <div className={styles.kind}>
        <SelectField
          label="Type"
          value={`/admin/content/${type}`}
          options={[
            ...moderatedTypes.map((value) => ({ value: `/admin/content/${value}`, label: contentTypeLabels[value].many })),
            liveStreamsOption,
          ]}
          onChange={(event) => void router.push(event.target.value)}
        />
      </div>
      <SearchTable<Content>
        label={many}
        searchLabel={type === 'comments' ? 'Search comments' : 'Search by title'}
        table={table}
        filters={filters}
        result={result}
        columns={columnsFor({ confirmModeration: setConfirming, confirmDelete: setDeleting, mayReadRecords: may('papers.decide') })}
        empty={
          <EmptyState
            title={table.isFiltered ? 'No matches' : 'Nothing here yet'}
            text={table.isFiltered ? 'Change or remove a filter.' : undefined}
          />
        }
      />
      {confirming ? (
        <ModerationDialog content={confirming} onClose={() => setConfirming(null)} onDone={() => void result.mutate()} />
      ) : null}
      {deleting ? <DeleteDialog content={deleting} onClose={() => setDeleting(null)} onDone={() => void result.mutate()} /> : null}
    </ConsoleFrame>
  );
}

interface DialogProps {
  content: Content;
  onClose: () => void;
  onDone: () => void;
}

function ModerationDialog({ content, onClose, onDone }: DialogProps) {
  const { _id, type, owner, state } = content;
  const subject = `“${contentTitle(content)}”`;
  const name = owner?.name ?? 'The owner';
  const isHidden = state === 'hidden';
  const confirm = async (reason: string) => {
    if (isHidden) await services.moderation['POST /admin/content/:type/:id/restore']({ params: { type, id: _id }, body: { reason } });
    else await services.moderation['POST /admin/content/:type/:id/hide']({ params: { type, id: _id }, body: { reason } });
    onClose();
    onDone();
    showToast({ tone: 'ok', text: isHidden ? `${subject} is visible again` : `${subject} taken down` });
  };
  return (
    <ReasonDialog
      title={isHidden ? `Bring ${subject} back?` : `Take down ${subject}?`}
      consequence={
        isHidden
          ? `It’s visible again, with its likes, comments and buyers. ${name} gets your reason.`
          : `${name} can still see it; no one else can, including buyers. You can restore it later. ${name} gets your reason.`
      }
      actionLabel={isHidden ? 'Restore item' : 'Take down'}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

function DeleteDialog({ content, onClose, onDone }: DialogProps) {
  const { _id, type, owner, state, ticketsAhead } = content;
  const subject = `“${contentTitle(content)}”`;
  const name = owner?.name ?? 'The owner';
  const buyers = state === 'hidden' ? 'Buyers lose access too.' : 'Buyers keep access. No one else can see it anymore.';
  const effectText = type === 'comments' ? 'No one can see it anymore.' : ticketsAhead === null ? buyers : deleteText(ticketsAhead);
  const confirm = async (reason: string) => {
    await services.moderation['DELETE /admin/content/:type/:id']({ params: { type, id: _id }, body: { reason } });
    onClose();
    onDone();
    showToast({ tone: 'ok', text: `${subject} deleted` });
  };
  return (
    <ReasonDialog
      title={`Delete ${subject} for good?`}
      consequence={`This can’t be undone. ${effectText} Any pending appeal about it is closed. ${name} gets your reason.`}
      actionLabel="Delete"
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
