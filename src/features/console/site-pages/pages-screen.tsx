/** Pages and news that operators wrote, drafts too. */
import { postStatuses } from '@contract/values';
import { optionsOf } from '@web/lib/money-words';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { Button } from '@web/ui/actions/button';
import { PlusIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { StateMark } from '@web/ui/feedback/state-mark';
import { Empty } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { ConsoleFrame } from '../parts/console-frame';
import { pageHref, pageStates, typeWords } from './page-labels';
import { pagesRead, pageSorts } from '../writing/reads';
import shared from '../parts/console.module.css';

type Post = AnswerOf<'GET /admin/posts/search'>['data'][number];

const columns: readonly TableColumn<Post>[] = [
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
  { key: 'type', title: 'Kind', render: ({ type }) => typeWords[type] },
  {
    key: 'status',
    title: 'Status',
    render: ({ status }) => <StateMark tone={pageStates[status].tone}>{pageStates[status].word}</StateMark>,
  },
  { key: 'updatedAt', title: 'Changed', sortable: true, render: ({ updatedAt }) => <TimeAgo at={updatedAt} /> },
];

const choices = [
  { key: 'status', label: 'Status', any: 'Any status', options: postStatuses.map((value) => ({ value, label: pageStates[value].word })) },
  { key: 'type', label: 'Kind', any: 'Any kind', options: optionsOf(typeWords) },
];

export function PagesScreen() {
  const place = useTable(pageSorts, choices);
  const found = useEndpoint('GET /admin/posts/search', pagesRead(place.address), { keepPreviousData: true });
  return (
    <ConsoleFrame
      title="Pages"
      lead="Terms, privacy, help, news: what the site says in its own name. Menus lead to them."
      actions={
        <Button kind="primary" icon={<PlusIcon />} href="/admin/pages/new">
          New page
        </Button>
      }
    >
      <SearchTable<Post>
        label="Pages"
        searchLabel="Search by title or address"
        place={place}
        choices={choices}
        found={found}
        columns={columns}
        empty={
          <Empty
            title={place.isFiltered ? 'No page matches' : 'No page yet'}
            text={place.isFiltered ? 'Change or remove a filter.' : 'Visitors look for terms and privacy first.'}
          />
        }
      />
    </ConsoleFrame>
  );
}
