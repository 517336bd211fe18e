/** The owner's galleries. */
import type { ResponseOf } from '@web/services/call';
import { optionsOf } from '@web/lib/wording/state-label';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import type { TableColumn } from '@web/ui/lists/query-table';
import { useTable } from '@web/ui/lists/use-table';
import { pollWhileProcessing } from './poll-while-processing';
import { ownTitledRequest, titledSorts } from './requests';
import { ContentTable } from './content-table';
import { audienceLabels, itemStateTags } from './content-labels';
import type { ContentList } from './content-lists';

type Gallery = ResponseOf<'GET /performer/performer-assets/galleries/search'>['data'][number];

const list: ContentList<Gallery> = {
  noun: { one: 'gallery', many: 'galleries' },
  nameOf: ({ title }) => title,
  pictureOf: ({ coverPhoto }) => coverPhoto?.thumbnailUrl ?? null,
  filesOf: () => [],
  editHrefOf: ({ _id }) => `/creator/galleries/${_id}`,
  setStatus: (id, status) => services.galleries['PUT /performer/performer-assets/galleries/:id']({ params: { id }, body: { status } }),
  remove: (id) => services.galleries['DELETE /performer/performer-assets/galleries/:id']({ params: { id } }),
};

const filters = [
  { key: 'state', label: 'Status', anyLabel: 'Any status', options: optionsOf(itemStateTags) },
  { key: 'audience', label: 'Audience', anyLabel: 'Any audience', options: optionsOf(audienceLabels) },
];

const columns: readonly TableColumn<Gallery>[] = [
  { key: 'totalPhotos', title: 'Photos', align: 'end', render: ({ totalPhotos }) => String(totalPhotos) },
  { key: 'views', title: 'Views', align: 'end', render: ({ stats }) => String(stats.views) },
];

export function OwnGalleries() {
  const table = useTable(titledSorts, [...filters, { key: 'from' }, { key: 'to' }], ['tab', 'kind']);
  const result = useEndpoint('GET /performer/performer-assets/galleries/search', ownTitledRequest(table.urlQuery), {
    keepPreviousData: true,
    ...pollWhileProcessing(),
  });
  return (
    <ContentTable<Gallery>
      list={list}
      table={table}
      filters={filters}
      result={result}
      columns={columns}
      create={{ label: 'New gallery', href: '/creator/galleries/new' }}
    />
  );
}
