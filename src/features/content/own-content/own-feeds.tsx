/** The owner's posts. */
import { errorMessage } from '@web/lib/i18n/error-message';
import { firstWords } from '@web/lib/wording/item-labels';
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { PinIcon } from '@web/ui/icons/icons';
import type { TableColumn } from '@web/ui/lists/query-table';
import { useTable } from '@web/ui/lists/use-table';
import { feedSorts, ownFeedsRead } from './requests';
import { ContentTable } from './content-table';
import { audienceWords, feedTypeWords, optionsOf, stateWords } from '../content-words';
import type { Desk } from './content-lists';
import { asksAgain } from '../asks-again';

type Post = AnswerOf<'GET /performer/feeds'>['data'][number];

const nameOf = ({ text, title, type }: Post): string => firstWords(title || text) || `${feedTypeWords[type]} without words`;

const desk: Desk<Post> = {
  noun: { one: 'post', many: 'posts' },
  nameOf,
  noteOf: ({ type, isPinned }) => `${feedTypeWords[type]}${isPinned ? ', pinned' : ''}`,
  pictureOf: ({ thumbnail, files }) => thumbnail?.thumbnailUrl ?? files[0]?.thumbnailUrl ?? null,
  filesOf: ({ files, teaser }) => (teaser === null ? files : [...files, teaser]),
  editOf: ({ _id }) => `/creator/posts/${_id}`,
  setStatus: (id, status) => services.feeds['PUT /performer/feeds/:id']({ params: { id }, body: { status } }),
  remove: (id) => services.feeds['DELETE /performer/feeds/:id']({ params: { id } }),
};

const choices = [
  { key: 'type', label: 'Kind', any: 'Any kind', options: optionsOf(feedTypeWords) },
  { key: 'state', label: 'State', any: 'Any state', options: optionsOf(stateWords) },
  { key: 'audience', label: 'For', any: 'Anybody', options: optionsOf(audienceWords) },
];

const columns: readonly TableColumn<Post>[] = [
  { key: 'totalLike', title: 'Likes', align: 'end', sortable: true, render: ({ totalLike }) => String(totalLike) },
  { key: 'totalComment', title: 'Comments', align: 'end', sortable: true, render: ({ totalComment }) => String(totalComment) },
];

export function FeedsDesk() {
  const place = useTable(feedSorts, [...choices, { key: 'from' }, { key: 'to' }], ['tab', 'kind']);
  const found = useEndpoint('GET /performer/feeds', ownFeedsRead(place.address), { keepPreviousData: true, ...asksAgain() });
  const pin = async ({ _id, isPinned }: Post) => {
    try {
      await services.feeds['PUT /performer/feeds/:id']({ params: { id: _id }, body: { isPinned: !isPinned } });
      await found.mutate();
      showToast({ tone: 'ok', text: isPinned ? 'Post unpinned' : 'Post pinned' });
    } catch (thrown) {
      showToast({ tone: 'danger', text: errorMessage(thrown) });
    }
  };
  return (
    <ContentTable<Post>
      desk={desk}
      place={place}
      choices={choices}
      found={found}
      columns={columns}
      create={{ label: 'New post', href: '/creator/posts/new' }}
      more={(post) => [{ label: post.isPinned ? 'Unpin' : 'Pin', icon: <PinIcon />, onPress: () => void pin(post) }]}
    />
  );
}
