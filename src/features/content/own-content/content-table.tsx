/** The table of one kind of content: its state in words, what can be done with each row, and with several at once. */
import { said } from '@web/lib/said';
import { services } from '@web/services/services';
import { countWords } from '@web/lib/i18n/counts';
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
import { Empty } from '@web/ui/feedback/states';
import { TimeAgo, WholeTime } from '@web/ui/display/times';
import { useCallback } from 'react';
import { forWhom, stateWords } from '../content-words';
import { isCostly } from './content-lists';
import type { Desk, DeskRow } from './content-lists';
import { useDesk } from './use-content-actions';
import type { DeskActs } from './use-content-actions';
import styles from './content.module.css';

interface ContentTableProps<Row extends DeskRow> extends Pick<SearchTableProps<Row>, 'place' | 'choices' | 'found'> {
  desk: Desk<Row>;
  /** Columns of this kind, between the name and the state. */
  columns: readonly TableColumn<Row>[];
  /** Further things to do with a row. */
  more?: (row: Row) => MenuItem[];
  /** The button that makes the first one. */
  create: { label: string; href: string };
}

export function ContentTable<Row extends DeskRow>({ desk, columns, more, create, found, place, choices }: ContentTableProps<Row>) {
  const { mutate } = found;
  const reread = useCallback(() => mutate(), [mutate]);
  const acts = useDesk(desk, reread);
  const heard = useCallback(() => void reread(), [reread]);
  useSocketEvent('file/processed', heard);
  const label = titleWord(desk.noun.many);
  const rows = found.data?.data.filter(({ _id }) => !acts.hidden.includes(_id));
  const shown = found.data && rows ? { ...found, data: { ...found.data, data: rows } } : found;
  return (
    <div className={styles.room}>
      <div className={styles.head}>
        <DateRange place={place} />
        <Button kind="primary" href={create.href}>
          {create.label}
        </Button>
      </div>
      <Bulk acts={acts} rows={(rows ?? []).filter(({ _id }) => acts.chosen.includes(_id))} />
      <SearchTable<Row>
        label={label}
        searchLabel={`Search ${desk.noun.many}`}
        place={place}
        choices={choices}
        found={shown}
        columns={[nameColumn(desk, acts), ...columns, ...stateColumns(desk, reread), actColumn(desk, acts, more)]}
        empty={
          place.isFiltered ? (
            <Empty title={`No ${desk.noun.many} match`} text="Change or remove a filter." />
          ) : (
            <Empty
              title={`No ${desk.noun.many} yet`}
              text="What you publish and what you prepare is listed here."
              action={<Button href={create.href}>{create.label}</Button>}
            />
          )
        }
      />
      <Question desk={desk} acts={acts} />
    </div>
  );
}

function nameColumn<Row extends DeskRow>(desk: Desk<Row>, acts: DeskActs<Row>): TableColumn<Row> {
  return {
    key: 'name',
    title: titleWord(desk.noun.one),
    render: (row) => {
      const name = desk.nameOf(row);
      const edit = desk.editOf(row);
      return (
        <div className={styles.item}>
          <label className={styles.check}>
            <input
              type="checkbox"
              aria-label={`Choose ${name}`}
              checked={acts.chosen.includes(row._id)}
              onChange={() => acts.toggle(row._id)}
            />
          </label>
          <span className={styles.picture}>
            <MediaBox src={desk.pictureOf(row)} alt="" ratio={1} />
          </span>
          <span className={styles.words}>
            {edit === null ? (
              <span className={styles.name}>{name}</span>
            ) : (
              <Link className={styles.name} href={edit}>
                {name}
              </Link>
            )}
            {desk.noteOf ? <span className={styles.quiet}>{desk.noteOf(row)}</span> : null}
            {row.by === undefined ? null : <span className={styles.quiet}>by {row.by}</span>}
          </span>
        </div>
      );
    },
  };
}

function stateColumns<Row extends DeskRow>(desk: Desk<Row>, reread: () => Promise<unknown>): TableColumn<Row>[] {
  return [
    desk.terms ?? { key: 'audience', title: 'For', render: forWhom },
    { key: 'state', title: 'State', render: (row) => <State desk={desk} row={row} reread={reread} /> },
    { key: 'totalSold', title: 'Sold', align: 'end', render: ({ totalSold }) => String(totalSold ?? 0) },
    { key: 'updatedAt', title: 'Changed', sortable: true, render: ({ updatedAt }) => <TimeAgo at={updatedAt} /> },
  ];
}

function State<Row extends DeskRow>({ desk, row, reread }: { desk: Desk<Row>; row: Row; reread: () => Promise<unknown> }) {
  const { word, tone } = stateWords[row.state];
  const files = desk.filesOf(row);
  const failed = files.find(({ status }) => status === 'error');
  const retry = async (id: string) => {
    try {
      await services.files['POST /files/:id/retry']({ params: { id } });
      await reread();
    } catch (thrown) {
      showToast({ tone: 'danger', text: errorMessage(thrown) });
    }
  };
  return (
    <div className={styles.state}>
      <StateMark tone={tone}>{row.state === 'processing' ? `${word} ${String(leastDone(files))} %` : word}</StateMark>
      {row.state === 'scheduled' && row.scheduledAt !== null ? (
        <span className={styles.quiet}>
          <WholeTime at={row.scheduledAt} />
        </span>
      ) : null}
      {failed === undefined ? null : (
        <>
          <span className={styles.quiet}>{failed.failure === null ? null : said(failed.failure)}</span>
          <Button size="small" icon={<RetryIcon />} onPress={() => void retry(failed._id)}>
            Retry
          </Button>
        </>
      )}
    </div>
  );
}

const leastDone = (files: readonly { status: string; progress: number }[]): number =>
  Math.min(100, ...files.filter(({ status }) => status !== 'finished').map(({ progress }) => Math.round(progress)));

function actColumn<Row extends DeskRow>(desk: Desk<Row>, acts: DeskActs<Row>, more?: (row: Row) => MenuItem[]): TableColumn<Row> {
  return {
    key: 'acts',
    title: 'Actions',
    render: (row) => {
      const edit = desk.editOf(row);
      return (
        <Menu
          label={`Actions for ${desk.nameOf(row)}`}
          trigger={<MoreIcon />}
          items={[
            ...(edit === null ? [] : [{ label: 'Edit', icon: <EditIcon />, href: edit }]),
            ...(more?.(row) ?? []),
            row.status === 'active'
              ? { label: 'Hide', icon: <EyeOffIcon />, onPress: () => void acts.setStatus([row], 'inactive') }
              : { label: 'Publish', icon: <EyeIcon />, onPress: () => void acts.setStatus([row], 'active') },
            { label: 'Delete', icon: <CloseIcon />, tone: 'danger', onPress: () => acts.remove([row]) },
          ]}
        />
      );
    },
  };
}

function Bulk<Row extends DeskRow>({ acts, rows }: { acts: DeskActs<Row>; rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  return (
    <div className={styles.bulk} role="group" aria-label="What is chosen">
      <span className={styles.bulkCount} role="status">
        {rows.length} chosen
      </span>
      <Button size="small" onPress={() => void acts.setStatus(rows, 'active')}>
        Publish
      </Button>
      <Button size="small" onPress={() => void acts.setStatus(rows, 'inactive')}>
        Hide
      </Button>
      <Button size="small" kind="danger" onPress={() => acts.remove(rows)}>
        Delete
      </Button>
      <Button size="small" kind="quiet" onPress={acts.chooseNone}>
        Choose none
      </Button>
    </div>
  );
}

function Question<Row extends DeskRow>({ desk, acts }: { desk: Desk<Row>; acts: DeskActs<Row> }) {
  const rows = acts.asked;
  if (rows === null) return null;
  const [first] = rows;
  const what = rows.length === 1 && first ? `“${desk.nameOf(first)}”` : countWords(rows.length, desk.noun.one, desk.noun.many);
  const isSold = rows.some(({ totalSold }) => (totalSold ?? 0) > 0);
  const out = rows.filter(isCostly).length;
  return (
    <ConfirmDialog
      open
      title={`Delete ${what}?`}
      consequence={
        <>
          {out === 1
            ? 'It is gone for everybody who sees it now, with likes and comments.'
            : 'They are gone for everybody who sees them now, with likes and comments.'}
          {isSold ? ' Whoever bought it keeps it.' : ''} This cannot be undone; hiding can.
        </>
      }
      verb={rows.length === 1 ? `Delete ${desk.noun.one}` : `Delete ${countWords(rows.length, desk.noun.one, desk.noun.many)}`}
      onConfirm={acts.confirm}
      onClose={acts.keep}
    />
  );
}
