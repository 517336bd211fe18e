/** The owner's galleries. */
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import type { TableColumn } from '@web/ui/lists/query-table';
import { useTable } from '@web/ui/lists/use-table';
import { asksAgain } from '../asks-again';
import { ownTitledRead, titledSorts } from './requests';
import { ContentTable } from './content-table';
import { audienceWords, optionsOf, stateWords } from '../content-words';
import type { Desk } from './content-lists';

type Gallery = AnswerOf<'GET /performer/performer-assets/galleries/search'>['data'][number];

const desk: Desk<Gallery> = {
  noun: { one: 'gallery', many: 'galleries' },
  nameOf: ({ title }) => title,
  pictureOf: ({ coverPhoto }) => coverPhoto?.thumbnailUrl ?? null,
  filesOf: () => [],
  editOf: ({ _id }) => `/creator/galleries/${_id}`,
  setStatus: (id, status) => services.galleries['PUT /performer/performer-assets/galleries/:id']({ params: { id }, body: { status } }),
  remove: (id) => services.galleries['DELETE /performer/performer-assets/galleries/:id']({ params: { id } }),
};

const choices = [
  { key: 'state', label: 'State', any: 'Any state', options: optionsOf(stateWords) },
  { key: 'audience', label: 'For', any: 'Anybody', options: optionsOf(audienceWords) },
];

const columns: readonly TableColumn<Gallery>[] = [
  { key: 'totalPhotos', title: 'Photos', align: 'end', render: ({ totalPhotos }) => String(totalPhotos) },
  { key: 'views', title: 'Views', align: 'end', render: ({ stats }) => String(stats.views) },
];

export function GalleriesDesk() {
  const place = useTable(titledSorts, [...choices, { key: 'from' }, { key: 'to' }], ['tab', 'kind']);
  const found = useEndpoint('GET /performer/performer-assets/galleries/search', ownTitledRead(place.address), {
    keepPreviousData: true,
    ...asksAgain(),
  });
  return (
    <ContentTable<Gallery>
      desk={desk}
      place={place}
      choices={choices}
      found={found}
      columns={columns}
      create={{ label: 'New gallery', href: '/creator/galleries/new' }}
    />
  );
}
