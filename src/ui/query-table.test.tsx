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
  const asked: unknown[] = [];
  render(
    <QueryTable<Row>
      label="performers"
      columns={[{ key: 'name', title: 'Name', sortable: true, render: (row) => row.name }]}
      rows={rows}
      keyOf={(row) => row.id}
      total={25}
      query={{ current: 2, pageSize: 10, sortBy: 'updatedAt', sort: 'desc' }}
      onQuery={(query) => asked.push(query)}
      {...more}
    />,
  );
  return { asked, user: userEvent.setup() };
}

describe('a table', () => {
  it('shows its rows as cards on a phone, sorted by a select', async () => {
    const { asked, user } = show();
    expect(within(screen.getByRole('list', { name: 'performers' })).getByText('Bruno')).toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Name, lowest or oldest first');
    expect(asked).toEqual([{ current: 1, pageSize: 10, sortBy: 'name', sort: 'asc' }]);
  });

  it('says where one is and leads to the pages around', async () => {
    const { asked, user } = show();
    expect(screen.getByText('11–20 of 25')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    await user.selectOptions(screen.getByLabelText('Rows on a page'), '50 a page');
    expect(asked).toMatchObject([{ current: 3 }, { current: 1 }, { current: 1, pageSize: 50 }]);
  });

  it('has no way past the last page', () => {
    show({ query: { current: 3, pageSize: 10, sortBy: 'updatedAt', sort: 'desc' } });
    expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled();
  });

  it('tells loading, emptiness and failure apart', async () => {
    const retried: string[] = [];
    const { user } = show({ error: new Error('No answer'), onRetry: () => retried.push('again') });
    expect(screen.getByRole('alert')).toHaveTextContent('No answer');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retried).toEqual(['again']);
    show({ rows: undefined });
    expect(screen.getByRole('status')).toHaveTextContent('Loading performers…');
    show({ rows: [], total: 0, query: { current: 1, pageSize: 10, sortBy: 'updatedAt', sort: 'desc' }, empty: <p>No performers yet</p> });
    expect(screen.getByText('No performers yet')).toBeInTheDocument();
  });

  it('sorts by its heads on a wide screen', async () => {
    const narrow = window.matchMedia;
    window.matchMedia = (query) => Object.assign(narrow(query), { matches: true });
    try {
      const { asked, user } = show();
      const head = await screen.findByRole('columnheader', { name: /Name/ }, { timeout: 20_000 });
      await user.click(head);
      expect(asked).toEqual([{ current: 1, pageSize: 10, sortBy: 'name', sort: 'desc' }]);
    } finally {
      window.matchMedia = narrow;
    }
  });
});
