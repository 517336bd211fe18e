/**
 * A controlled table: rows, order and page are props, and changes call `onQuery`. antd's table, rendered by the server: on narrow screens
 * CSS lays out each row as a card and shows a sort select in place of the headers. Roles are explicit, since this layout removes the table
 * semantics in some browsers. The page controls are our own: those of antd are list items that scripts make focusable, without a role.
 */
import { Table, type TableColumnType, type TableProps } from 'antd';
import type { ComponentProps, ReactNode } from 'react';
import type { TableQuery } from '@web/lib/table-query';
import { AntdRoot } from '../antd/antd-root';
import { IconButton } from '../actions/button';
import { cx } from '../core/cx';
import { SelectField } from '../forms/fields';
import { ChevronLeftIcon, ChevronRightIcon } from '../icons/icons';
import { EmptyState, ErrorState, Skeleton } from '../feedback/states';
import styles from './query-table.module.css';

export interface TableColumn<Row> {
  /** The field, which is also the sort key. */
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  sortable?: boolean;
  /** Use `end` for numbers and money. */
  align?: 'start' | 'end';
}

export interface QueryTableProps<Row> {
  /** The accessible label. */
  label: string;
  /** The first column is the row header; on a card it is at the top, without its title. */
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  total: number;
  query: TableQuery;
  onQuery: (query: TableQuery) => void;
  loading?: boolean;
  error?: unknown;
  onRetry?: () => void;
  /** Shown without rows. */
  empty?: ReactNode;
  /** Sortable fields without a column. The default sort is `updatedAt`. */
  moreSorts?: readonly { value: string; label: string }[];
}

export function QueryTable<Row>(table: QueryTableProps<Row>) {
  const { label, columns, rows, keyOf, total, query, onQuery, loading = false, error, onRetry, empty } = table;
  if (error) return <ErrorState error={error} {...(onRetry ? { onRetry } : {})} />;
  if (rows === undefined) return <Skeleton shape="row" count={5} label={`Loading ${label}…`} />;
  if (rows.length === 0 && !loading && query.current === 1) return <>{empty ?? <EmptyState title="Nothing here yet" />}</>;

  return (
    <div className={styles.room} aria-busy={loading}>
      <SortSelect {...table} />
      <div className={styles.frame}>
        <AntdRoot sheet="table">
          <Table<Row>
            className={styles.table ?? ''}
            aria-label={label}
            components={tableElements}
            columns={columns.map((column, index) => antdColumn(column, index === 0, query))}
            dataSource={rows}
            rowKey={keyOf}
            pagination={false}
            showSorterTooltip={false}
            sortDirections={sortDirections}
            onChange={(_pagination, _filters, sorter) => onQuery({ ...query, ...orderOf(sorter, query), current: 1 })}
            locale={{ emptyText: loading ? 'Loading…' : 'No entries on this page' }}
          />
        </AntdRoot>
      </div>
      {/* Hidden while the first page has no rows, since loading rows would push it down. */}
      {rows.length === 0 && query.current === 1 ? null : <Pager label={label} total={total} query={query} onQuery={onQuery} />}
    </div>
  );
}

/** The elements of a table, with the roles that the card layout would remove. */
const tableElements = {
  table: (props: ComponentProps<'table'>) => <table role="table" {...props} />,
  header: {
    wrapper: (props: ComponentProps<'thead'>) => <thead role="rowgroup" {...props} />,
    row: (props: ComponentProps<'tr'>) => <tr role="row" {...props} />,
  },
  body: {
    wrapper: (props: ComponentProps<'tbody'>) => <tbody role="rowgroup" {...props} />,
    row: (props: ComponentProps<'tr'>) => <tr role="row" {...props} />,
  },
} satisfies TableProps['components'];

/** Descending first; reversed on each further press. */
const sortDirections: ('descend' | 'ascend')[] = ['descend', 'ascend', 'descend'];

/** The column for antd; `isHeader`: its cells name their rows. */
function antdColumn<Row>(column: TableColumn<Row>, isHeader: boolean, query: TableQuery): TableColumnType<Row> {
  const { key, title, render, sortable = false, align = 'start' } = column;
  return {
    key,
    title,
    align,
    sorter: sortable,
    sortOrder: query.sortBy === key ? (query.sort === 'asc' ? 'ascend' : 'descend') : null,
    className: cx(align === 'end' && styles.end, align === 'end' && 'figures'),
    onHeaderCell: () => ({ role: 'columnheader' }),
    onCell: () => ({ role: isHeader ? 'rowheader' : 'cell' }),
    ...(isHeader && { rowScope: 'row' }),
    render: (_value: unknown, row) =>
      isHeader ? (
        render(row)
      ) : (
        <>
          <span className={styles.title} aria-hidden="true">
            {title}
          </span>
          <div className={styles.value}>{render(row)}</div>
        </>
      ),
  };
}

type Sorter<Row> = Parameters<NonNullable<TableProps<Row>['onChange']>>[2];

/** The order that a press on a header chose. */
function orderOf<Row>(sorter: Sorter<Row>, { sortBy }: TableQuery): Pick<TableQuery, 'sortBy' | 'sort'> {
  const { columnKey, order } = Array.isArray(sorter) ? {} : sorter;
  return { sortBy: String(columnKey ?? sortBy), sort: order === 'ascend' ? 'asc' : 'desc' };
}

/** The sort select of the card layout. */
function SortSelect<Row>({ columns, query, onQuery, moreSorts = [] }: QueryTableProps<Row>) {
  const sorts = [
    ...columns.filter((column) => column.sortable).map((column) => ({ value: column.key, label: column.title })),
    ...moreSorts,
  ];
  if (sorts.length === 0) return null;
  const choices = sorts.flatMap((sort) => [
    { value: `${sort.value} desc`, label: `${sort.label}, highest or newest first` },
    { value: `${sort.value} asc`, label: `${sort.label}, lowest or oldest first` },
  ]);
  const chosen = `${query.sortBy} ${query.sort}`;
  const shown = choices.some((choice) => choice.value === chosen) ? choices : [{ value: chosen, label: 'Newest first' }, ...choices];
  return (
    <div className={styles.sorts}>
      <SelectField
        label="Sort by"
        options={shown}
        value={chosen}
        onChange={(event) => {
          const [sortBy = query.sortBy, sort] = event.target.value.split(' ');
          onQuery({ ...query, sortBy, sort: sort === 'asc' ? 'asc' : 'desc', current: 1 });
        }}
      />
    </div>
  );
}

const pageSizes = [10, 25, 50, 100];

export interface PagerProps {
  label: string;
  total: number;
  query: TableQuery;
  onQuery: (query: TableQuery) => void;
}

/** The current range and the page controls. */
export function Pager({ label, total, query, onQuery }: PagerProps) {
  const { current, pageSize } = query;
  const lastPage = Math.max(1, Math.ceil(total / pageSize));
  const from = total === 0 ? 0 : Math.min((current - 1) * pageSize + 1, total);
  const options = [...new Set([...pageSizes, pageSize])]
    .sort((a, b) => a - b)
    .map((size) => ({ value: String(size), label: `${size} per page` }));
  return (
    <nav className={styles.pager} aria-label={`Pages of ${label}`}>
      <span className={styles.place} role="status">
        {from}–{Math.min(current * pageSize, total)} of {total}
      </span>
      <SelectField
        label="Rows per page"
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
        disabled={current >= lastPage}
        onPress={() => onQuery({ ...query, current: current + 1 })}
      />
    </nav>
  );
}
