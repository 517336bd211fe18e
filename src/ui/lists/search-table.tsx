/** A search screen: filters and the table of results. */
import { QueryTable } from './query-table';
import type { QueryTableProps } from './query-table';
import { TableFilters } from './table-filters';
import type { TableFilter } from './table-filters';
import type { TableState } from './use-table';

/** The result of `useEndpoint` for a search. */
interface SearchResult<Row> {
  data: { data: Row[]; total: number } | undefined;
  error: unknown;
  isLoading: boolean;
  mutate: () => Promise<unknown>;
}

export interface SearchTableProps<Row> extends Pick<QueryTableProps<Row>, 'label' | 'columns' | 'empty' | 'moreSorts'> {
  /** The label of the search field; without it there is none. */
  searchLabel?: string;
  table: TableState;
  filters: readonly TableFilter[];
  result: SearchResult<Row>;
}

export function SearchTable<Row extends { _id: string }>({ searchLabel, table, filters, result, ...tableProps }: SearchTableProps<Row>) {
  return (
    <>
      <TableFilters table={table} filters={filters} {...(searchLabel === undefined ? {} : { searchLabel })} />
      <QueryTable<Row>
        {...tableProps}
        rows={result.data?.data}
        keyOf={({ _id }) => _id}
        total={result.data?.total ?? 0}
        query={table.query}
        onQuery={table.onQuery}
        loading={result.isLoading}
        error={result.error}
        onRetry={() => void result.mutate()}
      />
    </>
  );
}
