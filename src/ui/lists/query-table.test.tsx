import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryTable, type QueryTableProps } from './query-table';

interface Row {
  id: string;
  name: string;
}
const rows: Row[] = [
  { id: '1', name: 'Ada' },
  { id: '2', name: 'Bruno' },
];

function show(more: Partial<QueryTableProps<Row>> = {}) {
  const queries: unknown[] = [];
  render(
    <QueryTable<Row>
      label="performers"
      columns={[{ key: 'name', title: 'Name', sortable: true, render: (row) => row.name }]}
      rows={rows}
      keyOf={(row) => row.id}
      total={25}
      query={{ current: 2, pageSize: 10, sortBy: 'updatedAt', sort: 'desc' }}
      onQuery={(query) => queries.push(query)}
      {...more}
    />,
  );
  return { queries, user: userEvent.setup() };
}

describe('a table', () => {
  it('names each row by its first column', () => {
    show({
      columns: [
        { key: 'name', title: 'Name', render: (row) => row.name },
        { key: 'id', title: 'Number', align: 'end', render: (row) => row.id },
      ],
    });
    const row = within(screen.getByRole('table', { name: 'performers' })).getByRole('row', { name: /Bruno/ });
    expect(within(row).getByRole('rowheader', { name: 'Bruno' })).toBeInTheDocument();
    expect(within(row).getByRole('cell', { name: '2' })).toHaveTextContent('Number');
    expect(screen.queryByLabelText('Sort by')).not.toBeInTheDocument();
  });

  it('has a sort select for the card layout', async () => {
    const { queries, user } = show();
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Name, lowest or oldest first');
    expect(queries).toEqual([{ current: 1, pageSize: 10, sortBy: 'name', sort: 'asc' }]);
  });

  it('shows the range and changes pages', async () => {
    const { queries, user } = show();
    expect(screen.getByText('11–20 of 25')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    await user.selectOptions(screen.getByLabelText('Rows per page'), '50 per page');
    expect(queries).toMatchObject([{ current: 3 }, { current: 1 }, { current: 1, pageSize: 50 }]);
  });

  it('disables Next on the last page', () => {
    show({ query: { current: 3, pageSize: 10, sortBy: 'updatedAt', sort: 'desc' } });
    expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled();
  });

  it('shows loading, empty and error states', async () => {
    const retried: string[] = [];
    const { user } = show({ error: new Error('No response'), onRetry: () => retried.push('again') });
    expect(screen.getByRole('alert')).toHaveTextContent('No response');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retried).toEqual(['again']);
    show({ rows: undefined });
    expect(screen.getByRole('status')).toHaveTextContent('Loading performers…');
    show({ rows: [], total: 0, query: { current: 1, pageSize: 10, sortBy: 'updatedAt', sort: 'desc' }, empty: <p>No creators yet</p> });
    expect(screen.getByText('No creators yet')).toBeInTheDocument();
  });

  it('sorts by a column header', async () => {
    const { queries, user } = show();
    expect(screen.getByRole('columnheader', { name: 'Name' })).not.toHaveAttribute('aria-sort');
    await user.click(screen.getByRole('columnheader', { name: 'Name' }));
    expect(queries).toEqual([{ current: 1, pageSize: 10, sortBy: 'name', sort: 'desc' }]);
  });

  it('has aria-sort, and reverses the order on the second press', async () => {
    const { queries, user } = show({ query: { current: 2, pageSize: 10, sortBy: 'name', sort: 'desc' } });
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
    await user.click(screen.getByRole('columnheader', { name: 'Name' }));
    expect(queries).toEqual([{ current: 1, pageSize: 10, sortBy: 'name', sort: 'asc' }]);
  });
});
