/** The owner's posts. */
import { errorMessage } from '@web/lib/i18n/error-message';
import { firstWords } from '@web/lib/wording/item-labels';
import { optionsOf } from '@web/lib/wording/state-label';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { PinIcon } from '@web/ui/icons/icons';
import type { TableColumn } from '@web/ui/lists/query-table';
import { useTable } from '@web/ui/lists/use-table';
import { feedSorts, ownFeedsRequest } from './requests';
import { ContentTable } from './content-table';
import { audienceLabels, postTypeLabels, itemStateTags } from './content-labels';
import type { ContentList } from './content-lists';
import { pollWhileProcessing } from './poll-while-processing';

type Post = ResponseOf<'GET /performer/feeds'>['data'][number];

const nameOf = ({ text, title, type }: Post): string => firstWords(title || text) || `${postTypeLabels[type]} without text`;

const list: ContentList<Post> = {
  noun: { one: 'post', many: 'posts' },
  nameOf,
  noteOf: ({ type, isPinned }) => `${postTypeLabels[type]}${isPinned ? ', pinned' : ''}`,
  pictureOf: ({ thumbnail, files }) => thumbnail?.thumbnailUrl ?? files[0]?.thumbnailUrl ?? null,
  filesOf: ({ files, teaser }) => (teaser === null ? files : [...files, teaser]),
  editHrefOf: ({ _id }) => `/creator/posts/${_id}`,
  setStatus: (id, status) => services.feeds['PUT /performer/feeds/:id']({ params: { id }, body: { status } }),
  remove: (id) => services.feeds['DELETE /performer/feeds/:id']({ params: { id } }),
};

const filters = [
  { key: 'type', label: 'Type', anyLabel: 'Any type', options: optionsOf(postTypeLabels) },
  { key: 'state', label: 'Status', anyLabel: 'Any status', options: optionsOf(itemStateTags) },
  { key: 'audience', label: 'Audience', anyLabel: 'Any audience', options: optionsOf(audienceLabels) },
];

const columns: readonly TableColumn<Post>[] = [
  { key: 'totalLike', title: 'Likes', align: 'end', sortable: true, render: ({ totalLike }) => String(totalLike) },
  { key: 'totalComment', title: 'Comments', align: 'end', sortable: true, render: ({ totalComment }) => String(totalComment) },
];

export function OwnPosts() {
  const table = useTable(feedSorts, [...filters, { key: 'from' }, { key: 'to' }], ['tab', 'kind']);
  const result = useEndpoint('GET /performer/feeds', ownFeedsRequest(table.urlQuery), { keepPreviousData: true, ...pollWhileProcessing() });
  const pin = async ({ _id, isPinned }: Post) => {
    try {
      await services.feeds['PUT /performer/feeds/:id']({ params: { id: _id }, body: { isPinned: !isPinned } });
      await result.mutate();
      showToast({ tone: 'ok', text: isPinned ? 'Post unpinned' : 'Post pinned' });
    } catch (thrown) {
      showToast({ tone: 'danger', text: errorMessage(thrown) });
    }
  };
  return (
    <ContentTable<Post>
      list={list}
      table={table}
      filters={filters}
      result={result}
      columns={columns}
      create={{ label: 'New post', href: '/creator/posts/new' }}
      more={(post) => [{ label: post.isPinned ? 'Unpin' : 'Pin', icon: <PinIcon />, onPress: () => void pin(post) }]}
    />
  );
}
