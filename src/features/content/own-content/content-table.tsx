/** The table of one kind of content: its status, the actions on each row, and bulk actions. */
import { translateMessage } from '@web/lib/i18n/server-messages';
import { services } from '@web/services/services';
import { countWords, formatPercent } from '@web/lib/i18n/counts';
import { errorMessage } from '@web/lib/i18n/error-message';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useSocketEvent } from '@web/realtime/socket-events';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { DateRange } from '@web/ui/lists/date-range';
import { EditIcon, EyeIcon, EyeOffIcon, MoreIcon, RetryIcon, CloseIcon } from '@web/ui/icons/icons';
import { titleWord } from '@web/ui/items/item-lists';
import { Link } from '@web/ui/core/link';
import { MediaBox } from '@web/ui/media/media-box';
import { Menu } from '@web/ui/actions/menu';
import type { MenuItem } from '@web/ui/actions/menu';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import type { SearchTableProps } from '@web/ui/lists/search-table';
import { StateMark } from '@web/ui/feedback/state-mark';
import { EmptyState } from '@web/ui/feedback/states';
import { TimeAgo, FullTime } from '@web/ui/display/times';
import { useCallback } from 'react';
import { audienceOrPriceLabel, itemStateTags } from './content-labels';
import { needsConfirmation } from './content-lists';
import type { ContentList, ContentRow } from './content-lists';
import { useContentActions } from './use-content-actions';
import type { ContentActions } from './use-content-actions';
import styles from './content.module.css';

interface ContentTableProps<Row extends ContentRow> extends Pick<SearchTableProps<Row>, 'table' | 'filters' | 'result'> {
  list: ContentList<Row>;
  /** Columns of this kind, between name and status. */
  columns: readonly TableColumn<Row>[];
  /** Further actions on a row. */
  more?: (row: Row) => MenuItem[];
  /** The button that creates the first item. */
  create: { label: string; href: string };
}

export function ContentTable<Row extends ContentRow>({ list, columns, more, create, result, table, filters }: ContentTableProps<Row>) {
  const { mutate } = result;
  const revalidate = useCallback(() => mutate(), [mutate]);
  const actions = useContentActions(list, revalidate);
  const onFileProcessed = useCallback(() => void revalidate(), [revalidate]);
  useSocketEvent('file/processed', onFileProcessed);
  const label = titleWord(list.noun.many);
  const rows = result.data?.data.filter(({ _id }) => !actions.hidden.includes(_id));
  const shown = result.data && rows ? { ...result, data: { ...result.data, data: rows } } : result;
  return (
    <div className={styles.layout}>
      <div className={styles.head}>
        <DateRange table={table} />
        <Button kind="primary" href={create.href}>
          {create.label}
        </Button>
      </div>
      <BulkActions actions={actions} rows={(rows ?? []).filter(({ _id }) => actions.selected.includes(_id))} />
      <SearchTable<Row>
        label={label}
        searchLabel={`Search ${list.noun.many}`}
        table={table}
        filters={filters}
        result={shown}
        columns={[nameColumn(list, actions), ...columns, ...stateColumns(list, revalidate), actionsColumn(list, actions, more)]}
        empty={
          table.isFiltered ? (
            <EmptyState title={`No ${list.noun.many} match`} text="Change or remove a filter." />
          ) : (
            <EmptyState
              title={`No ${list.noun.many} yet`}
              text="Your published items and drafts appear here."
              action={<Button href={create.href}>{create.label}</Button>}
            />
          )
        }
      />
      <DeleteConfirmation list={list} actions={actions} />
    </div>
  );
}

function nameColumn<Row extends ContentRow>(list: ContentList<Row>, actions: ContentActions<Row>): TableColumn<Row> {
  return {
    key: 'name',
    title: titleWord(list.noun.one),
    render: (row) => {
      const name = list.nameOf(row);
      const editHref = list.editHrefOf(row);
      return (
        <div className={styles.item}>
          <label className={styles.check}>
            <input
              type="checkbox"
              aria-label={`Choose ${name}`}
              checked={actions.selected.includes(row._id)}
              onChange={() => actions.toggle(row._id)}
            />
          </label>
          <span className={styles.picture}>
            <MediaBox src={list.pictureOf(row)} alt="" ratio={1} />
          </span>
          <span className={styles.words}>
            {editHref === null ? (
              <span className={styles.name}>{name}</span>
            ) : (
              <Link className={styles.name} href={editHref}>
                {name}
              </Link>
            )}
            {list.noteOf ? <span className={styles.quiet}>{list.noteOf(row)}</span> : null}
            {row.by === undefined ? null : <span className={styles.quiet}>by {row.by}</span>}
          </span>
        </div>
      );
    },
  };
}

function stateColumns<Row extends ContentRow>(list: ContentList<Row>, revalidate: () => Promise<unknown>): TableColumn<Row>[] {
  return [
    list.termsColumn ?? { key: 'audience', title: 'Audience', render: audienceOrPriceLabel },
    { key: 'state', title: 'Status', render: (row) => <State list={list} row={row} revalidate={revalidate} /> },
    { key: 'totalSold', title: 'Sold', align: 'end', render: ({ totalSold }) => String(totalSold ?? 0) },
    { key: 'updatedAt', title: 'Updated', sortable: true, render: ({ updatedAt }) => <TimeAgo at={updatedAt} /> },
  ];
}

function State<Row extends ContentRow>({
  list,
  row,
  revalidate,
}: {
  list: ContentList<Row>;
  row: Row;
  revalidate: () => Promise<unknown>;
}) {
  const { label, tone } = itemStateTags[row.state];
  const files = list.filesOf(row);
  const failed = files.find(({ status }) => status === 'error');
  const retry = async (id: string) => {
    try {
      await services.files['POST /files/:id/retry']({ params: { id } });
      await revalidate();
    } catch (thrown) {
      showToast({ tone: 'danger', text: errorMessage(thrown) });
    }
  };
  return (
    <div className={styles.state}>
      <StateMark tone={tone}>{row.state === 'processing' ? `${label} ${formatPercent(lowestProgress(files) / 100)}` : label}</StateMark>
      {row.state === 'scheduled' && row.scheduledAt !== null ? (
        <span className={styles.quiet}>
          <FullTime at={row.scheduledAt} />
        </span>
      ) : null}
      {failed === undefined ? null : (
        <>
          <span className={styles.quiet}>{failed.failure === null ? null : translateMessage(failed.failure)}</span>
          <Button size="small" icon={<RetryIcon />} onPress={() => void retry(failed._id)}>
            Retry
          </Button>
        </>
      )}
    </div>
  );
}

const lowestProgress = (files: readonly { status: string; progress: number }[]): number =>
  Math.min(100, ...files.filter(({ status }) => status !== 'finished').map(({ progress }) => Math.round(progress)));

function actionsColumn<Row extends ContentRow>(
  list: ContentList<Row>,
  actions: ContentActions<Row>,
  more?: (row: Row) => MenuItem[],
): TableColumn<Row> {
  return {
    key: 'acts',
    title: 'Actions',
    render: (row) => {
      const editHref = list.editHrefOf(row);
      return (
        <Menu
          label={`Actions for ${list.nameOf(row)}`}
          trigger={<MoreIcon />}
          items={[
            ...(editHref === null ? [] : [{ label: 'Edit', icon: <EditIcon />, href: editHref }]),
            ...(more?.(row) ?? []),
            row.status === 'active'
              ? { label: 'Unpublish', icon: <EyeOffIcon />, onPress: () => void actions.setStatus([row], 'inactive') }
              : { label: 'Publish', icon: <EyeIcon />, onPress: () => void actions.setStatus([row], 'active') },
            { label: 'Delete', icon: <CloseIcon />, tone: 'danger', onPress: () => actions.remove([row]) },
          ]}
        />
      );
    },
  };
}

function BulkActions<Row extends ContentRow>({ actions, rows }: { actions: ContentActions<Row>; rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  return (
    <div className={styles.bulk} role="group" aria-label="Selection">
      <span className={styles.bulkCount} role="status">
        {rows.length} selected
      </span>
      <Button size="small" onPress={() => void actions.setStatus(rows, 'active')}>
        Publish
      </Button>
      <Button size="small" onPress={() => void actions.setStatus(rows, 'inactive')}>
        Unpublish
      </Button>
      <Button size="small" kind="danger" onPress={() => actions.remove(rows)}>
        Delete
      </Button>
      <Button size="small" kind="quiet" onPress={actions.clearSelection}>
        Clear selection
      </Button>
    </div>
  );
}

function DeleteConfirmation<Row extends ContentRow>({ list, actions }: { list: ContentList<Row>; actions: ContentActions<Row> }) {
  const rows = actions.confirming;
  if (rows === null) return null;
  const [first] = rows;
  const subject = rows.length === 1 && first ? `“${list.nameOf(first)}”` : countWords(rows.length, list.noun.one, list.noun.many);
  const isSold = rows.some(({ totalSold }) => (totalSold ?? 0) > 0);
  const confirmedCount = rows.filter(needsConfirmation).length;
  return (
    <ConfirmDialog
      open
      title={`Delete ${subject}?`}
      consequence={
        <>
          {confirmedCount === 1
            ? 'It’s removed from the site, along with its likes and comments.'
            : 'They’re removed from the site, along with their likes and comments.'}
          {isSold ? ' Fans who bought it keep it.' : ''} This can’t be undone. To keep a copy, unpublish instead.
        </>
      }
      actionLabel={rows.length === 1 ? `Delete ${list.noun.one}` : `Delete ${countWords(rows.length, list.noun.one, list.noun.many)}`}
      onConfirm={actions.confirm}
      onClose={actions.cancelDeletion}
    />
  );
}
