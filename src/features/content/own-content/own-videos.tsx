/** The owner's videos, with their processing progress. */
import { clockOf } from '@web/lib/i18n/dates';
import { optionsOf } from '@web/lib/wording/state-label';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { services } from '@web/services/services';
import type { TableColumn } from '@web/ui/lists/query-table';
import { useTable } from '@web/ui/lists/use-table';
import { pollWhileProcessing } from './poll-while-processing';
import { ownTitledRequest, titledSorts } from './requests';
import { ContentTable } from './content-table';
import { audienceLabels, itemStateTags } from './content-labels';
import type { ContentList } from './content-lists';

type Video = ResponseOf<'GET /performer/performer-assets/videos/search'>['data'][number];

const list: ContentList<Video> = {
  noun: { one: 'video', many: 'videos' },
  nameOf: ({ title }) => title,
  pictureOf: ({ thumbnail, video }) => thumbnail?.thumbnailUrl ?? video?.thumbnailUrl ?? null,
  filesOf: ({ video, teaser }) => [video, teaser].filter((file) => file !== null),
  editHrefOf: ({ _id }) => `/creator/videos/${_id}`,
  setStatus: (id, status) =>
    services.videos['PUT /performer/performer-assets/videos/edit/:id']({
      params: { id },
      files: { video: undefined, teaser: undefined, thumbnail: undefined },
      body: { status },
    }),
  remove: (id) => services.videos['DELETE /performer/performer-assets/videos/:id']({ params: { id } }),
};

const lengthOf = (seconds: number | null): string => (seconds === null ? '–' : clockOf(seconds * 1000));

const filters = [
  { key: 'state', label: 'Status', anyLabel: 'Any status', options: optionsOf(itemStateTags) },
  { key: 'audience', label: 'Audience', anyLabel: 'Any audience', options: optionsOf(audienceLabels) },
];

const columns: readonly TableColumn<Video>[] = [
  {
    key: 'duration',
    title: 'Length',
    align: 'end',
    render: ({ video }) => lengthOf(video?.duration ?? null),
  },
  { key: 'views', title: 'Views', align: 'end', render: ({ stats }) => String(stats.views) },
];

export function OwnVideos() {
  const table = useTable(titledSorts, [...filters, { key: 'from' }, { key: 'to' }], ['tab', 'kind']);
  const result = useEndpoint('GET /performer/performer-assets/videos/search', ownTitledRequest(table.urlQuery), {
    keepPreviousData: true,
    ...pollWhileProcessing(),
  });
  return (
    <ContentTable<Video>
      list={list}
      table={table}
      filters={filters}
      result={result}
      columns={columns}
      create={{ label: 'Upload videos', href: '/creator/videos/new' }}
    />
  );
}
