/** The body of every screen that looks for something: what narrows it, and the table of what was found. */
import { QueryTable } from './query-table';
import type { QueryTableProps } from './query-table';
import { TableFilters } from './table-filters';
import type { Choice } from './table-filters';
import type { TablePlace } from './use-table';

/** What `useEndpoint` tells of a search. */
interface Found<Row> {
  data: { data: Row[]; total: number } | undefined;
  error: unknown;
  isLoading: boolean;
  mutate: () => Promise<unknown>;
}

export interface SearchTableProps<Row> extends Pick<QueryTableProps<Row>, 'label' | 'columns' | 'empty' | 'moreSorts'> {
  /** The words of the field to look for something; without it there is none. */
  searchLabel?: string;
  place: TablePlace;
  choices: readonly Choice[];
  found: Found<Row>;
}

export function SearchTable<Row extends { _id: string }>({ searchLabel, place, choices, found, ...table }: SearchTableProps<Row>) {
  return (
    <>
      <TableFilters place={place} choices={choices} {...(searchLabel === undefined ? {} : { searchLabel })} />
      <QueryTable<Row>
        {...table}
        rows={found.data?.data}
        keyOf={({ _id }) => _id}
        total={found.data?.total ?? 0}
        query={place.query}
        onQuery={place.onQuery}
        loading={found.isLoading}
        error={found.error}
        onRetry={() => void found.mutate()}
      />
    </>
  );
}
