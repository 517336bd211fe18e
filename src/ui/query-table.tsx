/**
 * A table whose place is kept by its caller (in the address): rows, order and page come as props, wishes go out as a new query.
 * Phones see the same rows as cards with a sort select. The engine of the wide table is loaded when a wide screen needs it.
 */
import dynamic from 'next/dynamic';
import { useSyncExternalStore, type ReactNode } from 'react';
import type { TableQuery } from '../lib/table-query';
import { IconButton } from './button';
import { SelectField } from './fields';
import { ChevronLeftIcon, ChevronRightIcon } from './icons';
import { Empty, Fault, Skeleton } from './states';
import styles from './query-table.module.css';
import type { WideTable as TableOfWideScreens } from './wide-table';

export interface TableColumn<Row> {
  /** The field; also what it is sorted by. */
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  sortable?: boolean;
  /** Figures and money stand at the end. */
  align?: 'start' | 'end';
}

export interface QueryTableProps<Row> {
  /** Spoken name of the table. */
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  total: number;
  query: TableQuery;
  onQuery: (query: TableQuery) => void;
  loading?: boolean;
  error?: unknown;
  onRetry?: () => void;
  /** What stands there when nothing is found. */
  empty?: ReactNode;
  /** A row on a phone; without it the columns stand below each other. */
  cardOf?: (row: Row) => ReactNode;
  /** Fields that can be sorted by though no column shows them; `updatedAt` is the usual one. */
  moreSorts?: readonly { value: string; label: string }[];
}

const wideScreen = '(min-width: 48rem)';

function useWideScreen(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(wideScreen);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => window.matchMedia(wideScreen).matches,
    () => false,
  );
}

const WideTable = dynamic(() => import('./wide-table').then((loaded) => loaded.WideTable), {
  ssr: false,
  loading: () => <Skeleton shape="row" count={5} />,
}) as typeof TableOfWideScreens;

export function QueryTable<Row>(table: QueryTableProps<Row>) {
  const { label, rows, total, query, onQuery, loading = false, error, onRetry, empty } = table;
  const wide = useWideScreen();

  if (error) return <Fault error={error} {...(onRetry ? { onRetry } : {})} />;
  if (rows === undefined) return <Skeleton shape="row" count={5} label={`Loading ${label}…`} />;
  if (rows.length === 0 && !loading && query.current === 1) return <>{empty ?? <Empty title="Nothing here yet" />}</>;

  return (
    <div className={styles.table} aria-busy={loading}>
      {wide ? <WideTable {...table} rows={rows} /> : <Cards {...table} rows={rows} />}
      <Pager label={label} total={total} query={query} onQuery={onQuery} />
    </div>
  );
}

function Cards<Row>({
  label,
  columns,
  rows,
  keyOf,
  cardOf,
  query,
  onQuery,
  moreSorts = [],
}: QueryTableProps<Row> & { rows: readonly Row[] }) {
  const sorts = [
    ...columns.filter((column) => column.sortable).map((column) => ({ value: column.key, label: column.title })),
    ...moreSorts,
  ];
  const choices = sorts.flatMap((sort) => [
    { value: `${sort.value} desc`, label: `${sort.label}, highest or newest first` },
    { value: `${sort.value} asc`, label: `${sort.label}, lowest or oldest first` },
  ]);
  const chosen = `${query.sortBy} ${query.sort}`;
  const shown = choices.some((choice) => choice.value === chosen) ? choices : [{ value: chosen, label: 'Newest first' }, ...choices];
  return (
    <>
      {choices.length > 0 ? (
        <SelectField
          label="Sort by"
          options={shown}
          value={chosen}
          onChange={(event) => {
            const [sortBy = query.sortBy, sort] = event.target.value.split(' ');
            onQuery({ ...query, sortBy, sort: sort === 'asc' ? 'asc' : 'desc', current: 1 });
          }}
        />
      ) : null}
      <ul className={styles.cards} aria-label={label}>
        {rows.map((row) => (
          <li key={keyOf(row)} className={styles.card}>
            {cardOf ? cardOf(row) : <Pairs columns={columns} row={row} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function Pairs<Row>({ columns, row }: { columns: readonly TableColumn<Row>[]; row: Row }) {
  return (
    <dl className={styles.pairs}>
      {columns.map((column) => (
        <div key={column.key} className={styles.pair}>
          <dt>{column.title}</dt>
          <dd>{column.render(row)}</dd>
        </div>
      ))}
    </dl>
  );
}

const sizes = [10, 25, 50, 100];

export interface PagerProps {
  label: string;
  total: number;
  query: TableQuery;
  onQuery: (query: TableQuery) => void;
}

/** Where in the list one is, and the ways to the other pages. */
export function Pager({ label, total, query, onQuery }: PagerProps) {
  const { current, pageSize } = query;
  const last = Math.max(1, Math.ceil(total / pageSize));
  const from = total === 0 ? 0 : Math.min((current - 1) * pageSize + 1, total);
  const options = [...new Set([...sizes, pageSize])]
    .sort((a, b) => a - b)
    .map((size) => ({ value: String(size), label: `${size} a page` }));
  return (
    <nav className={styles.pager} aria-label={`Pages of ${label}`}>
      <span className={styles.place} role="status">
        {from}–{Math.min(current * pageSize, total)} of {total}
      </span>
      <SelectField
        label="Rows on a page"
        labelHidden
        options={options}
        value={String(pageSize)}
        onChange={(event) => onQuery({ ...query, pageSize: Number(event.target.value), current: 1 })}
      />
      <IconButton
        label="Previous page"
        icon={<ChevronLeftIcon />}
        disabled={current <= 1}
        onPress={() => onQuery({ ...query, current: current - 1 })}
      />
      <IconButton
        label="Next page"
        icon={<ChevronRightIcon />}
        disabled={current >= last}
        onPress={() => onQuery({ ...query, current: current + 1 })}
      />
    </nav>
  );
}
