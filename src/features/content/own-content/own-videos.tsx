/** The owner's videos, with how far each has been made ready. */
import { clockOf } from '@web/lib/i18n/dates';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { services } from '@web/services/services';
import type { TableColumn } from '@web/ui/lists/query-table';
import { useTable } from '@web/ui/lists/use-table';
import { asksAgain } from '../asks-again';
import { ownTitledRead, titledSorts } from './requests';
import { ContentTable } from './content-table';
import { audienceWords, optionsOf, stateWords } from '../content-words';
import type { Desk } from './content-lists';

type Video = AnswerOf<'GET /performer/performer-assets/videos/search'>['data'][number];

const desk: Desk<Video> = {
  noun: { one: 'video', many: 'videos' },
  nameOf: ({ title }) => title,
  pictureOf: ({ thumbnail, video }) => thumbnail?.thumbnailUrl ?? video?.thumbnailUrl ?? null,
  filesOf: ({ video, teaser }) => [video, teaser].filter((file) => file !== null),
  editOf: ({ _id }) => `/creator/videos/${_id}`,
  setStatus: (id, status) =>
    services.videos['PUT /performer/performer-assets/videos/edit/:id']({
      params: { id },
      files: { video: undefined, teaser: undefined, thumbnail: undefined },
      body: { status },
    }),
  remove: (id) => services.videos['DELETE /performer/performer-assets/videos/:id']({ params: { id } }),
};

const lengthOf = (seconds: number | null): string => (seconds === null ? '–' : clockOf(seconds * 1000));

const choices = [
  { key: 'state', label: 'State', any: 'Any state', options: optionsOf(stateWords) },
  { key: 'audience', label: 'For', any: 'Anybody', options: optionsOf(audienceWords) },
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

export function VideosDesk() {
  const place = useTable(titledSorts, [...choices, { key: 'from' }, { key: 'to' }], ['tab', 'kind']);
  const found = useEndpoint('GET /performer/performer-assets/videos/search', ownTitledRead(place.address), {
    keepPreviousData: true,
    ...asksAgain(),
  });
  return (
    <ContentTable<Video>
      desk={desk}
      place={place}
      choices={choices}
      found={found}
      columns={columns}
      create={{ label: 'Upload videos', href: '/creator/videos/new' }}
    />
  );
}
