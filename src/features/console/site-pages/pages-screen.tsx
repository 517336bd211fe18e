/** Pages and news that operators write, drafts included. */
import { sitePageStatuses } from '@contract/kernel/values/site';
import { optionsOf } from '@web/lib/wording/state-label';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { Button } from '@web/ui/actions/button';
import { PlusIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { StateMark } from '@web/ui/feedback/state-mark';
import { EmptyState } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { ConsoleFrame } from '../parts/console-frame';
import { pageHref, pageStates, pageTypeLabels } from './page-labels';
import { pagesRequest, pageSorts } from './requests';
import shared from '../parts/console.module.css';

type SitePage = ResponseOf<'GET /admin/posts/search'>['data'][number];

const columns: readonly TableColumn<SitePage>[] = [
  {
    key: 'title',
    title: 'Title',
    sortable: true,
    render: ({ _id, title }) => (
      <Link className={shared.rowLink} href={`/admin/pages/${_id}`}>
        {title}
      </Link>
    ),
  },
  { key: 'slug', title: 'Address', render: ({ slug }) => pageHref(slug) },
  { key: 'type', title: 'Type', render: ({ type }) => pageTypeLabels[type] },
  {
    key: 'status',
    title: 'Status',
    render: ({ status }) => <StateMark {...pageStates[status]} />,
  },
  { key: 'updatedAt', title: 'Updated', sortable: true, render: ({ updatedAt }) => <TimeAgo at={updatedAt} /> },
];

const filters = [
  {
    key: 'status',
    label: 'Status',
    anyLabel: 'Any status',
    options: sitePageStatuses.map((value) => ({ value, label: pageStates[value].label })),
  },
  { key: 'type', label: 'Type', anyLabel: 'Any type', options: optionsOf(pageTypeLabels) },
];

export function PagesScreen() {
  const table = useTable(pageSorts, filters);
  const result = useEndpoint('GET /admin/posts/search', pagesRequest(table.urlQuery), { keepPreviousData: true });
  return (
    <ConsoleFrame
      title="Pages"
      lead="Static pages and news, such as terms, privacy and help. Link to them from the menus."
      actions={
        <Button kind="primary" icon={<PlusIcon />} href="/admin/pages/new">
          New page
        </Button>
      }
    >
      <SearchTable<SitePage>
        label="Pages"
        searchLabel="Search by title or address"
        table={table}
        filters={filters}
        result={result}
        columns={columns}
        empty={
          <EmptyState
            title={table.isFiltered ? 'No matching pages' : 'No pages yet'}
            text={table.isFiltered ? 'Change or remove a filter.' : 'Start with your terms and privacy policy.'}
          />
        }
      />
    </ConsoleFrame>
  );
}
