/** /bookmarks: the viewer's bookmarks by kind. They are removed immediately, with undo. */
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import type { ReactionObject } from '@contract/kernel/values/content';
import { inSentence } from '@web/lib/i18n/in-sentence';
import { titleOf } from '@web/lib/wording/item-labels';
import { profilePath } from '@web/lib/paths';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import { Button, IconButton } from '@web/ui/actions/button';
import { TabRow } from '@web/ui/actions/chips';
import { InfiniteList } from '@web/ui/lists/infinite-list';
import { CloseIcon } from '@web/ui/icons/icons';
import { PageHead } from '@web/ui/page/page-head';
import { PersonLine } from '@web/ui/people/person-line';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { bookmarkEndpoints, bookmarkTabAt, bookmarkTabs, bookmarksRequest } from './requests';
import type { BookmarkTab } from './requests';
import { SavedItem } from './saved-item';
import type { Item } from './saved-item';
import { useRemoveWithUndo } from './use-remove-item';
import styles from './saved.module.css';

type Performer = ResponseOf<'GET /reactions/performers/bookmark'>['data'][number]['object'];
type Product = ResponseOf<'GET /reactions/products/bookmark'>['data'][number]['object'];
/** Renders a product's card; another feature provides it. */
type RenderProduct = (product: Product) => ReactNode;

const labels: Record<BookmarkTab, string> = {
  posts: 'Posts',
  videos: 'Videos',
  galleries: 'Galleries',
  products: 'Products',
  performers: 'Creators',
};

export function BookmarksScreen({ renderProduct }: { renderProduct: RenderProduct }) {
  const tab = bookmarkTabAt(useRouter().query);
  return (
    <>
      <PageHead title="Bookmarks" noindex />
      <TabRow
        label="Bookmark types"
        tabs={bookmarkTabs.map((value) => ({ value, label: labels[value] }))}
        current={tab}
        hrefOf={(value) => (value === 'posts' ? '/bookmarks' : `/bookmarks?tab=${value}`)}
      />
      <Bookmarks key={tab} tab={tab} renderProduct={renderProduct} />
    </>
  );
}

interface Bookmark {
  _id: string;
  objectType: ReactionObject;
  objectId: string;
  object: Item | Product | Performer;
}

function Bookmarks({ tab, renderProduct }: { tab: BookmarkTab; renderProduct: RenderProduct }) {
  const pages = useEndpointPages(bookmarkEndpoints[tab], bookmarksRequest.query);
  const { hasMore, isLoadingMore, error, more, retry } = pages;
  const [isRemoved, removeWithUndo] = useRemoveWithUndo();
  const items: readonly Bookmark[] | undefined = pages.items;
  if (items === undefined) {
    if (error) return <ErrorState error={error} onRetry={retry} />;
    return <Skeleton shape="card" count={6} label="Loading bookmarks…" />;
  }
  const remove = ({ _id: id, objectType, objectId, object }: Bookmark) => {
    const body = { objectType, objectId, action: 'bookmark' } as const;
    removeWithUndo({
      id,
      message: `Removed ${nameOf(object)} from bookmarks`,
      remove: () => services.responses['DELETE /reactions']({ body }),
      restore: () => services.responses['POST /reactions']({ body }),
    });
  };
  return (
    <div className={styles.below}>
      <h2 className="visually-hidden">{labels[tab]}</h2>
      <InfiniteList
        label={`Bookmarked ${inSentence(labels[tab])}`}
        className={styles.grid}
        items={items.filter(({ _id: id }) => !isRemoved(id))}
        keyOf={({ _id }) => _id}
        render={(bookmark) => <BookmarkCard bookmark={bookmark} renderProduct={renderProduct} onRemove={() => remove(bookmark)} />}
        hasMore={hasMore}
        isLoadingMore={isLoadingMore}
        onMore={more}
        error={error}
        onRetry={retry}
        empty={<NoBookmarks tab={tab} />}
      />
    </div>
  );
}

const isItem = (object: Bookmark['object']): object is Item => 'kind' in object && object.kind !== 'product';
const nameOf = (object: Bookmark['object']): string => (isItem(object) ? titleOf(object) : object.name);

interface BookmarkCardProps {
  bookmark: Bookmark;
  renderProduct: RenderProduct;
  onRemove: () => void;
}

function BookmarkCard({ bookmark: { object }, renderProduct, onRemove }: BookmarkCardProps) {
  const removeButton = <IconButton label={`Remove ${nameOf(object)} from bookmarks`} icon={<CloseIcon />} onPress={onRemove} />;
  if (isItem(object)) return <WithRemoveButton removeButton={removeButton}>{<SavedItem item={object} />}</WithRemoveButton>;
  if ('kind' in object) return <WithRemoveButton removeButton={removeButton}>{renderProduct(object)}</WithRemoveButton>;
  return (
    <PersonLine
      person={object}
      href={profilePath({ id: object._id, username: object.username })}
      verified={object.isVerified}
      action={removeButton}
    />
  );
}

function WithRemoveButton({ children, removeButton }: { children: ReactNode; removeButton: ReactNode }) {
  return (
    <div className={styles.removable}>
      {children}
      <span className={styles.remove}>{removeButton}</span>
    </div>
  );
}

function NoBookmarks({ tab }: { tab: BookmarkTab }) {
  const kind = inSentence(labels[tab]);
  return (
    <EmptyState
      title={`No bookmarked ${kind} yet`}
      text="Tap the bookmark icon to save something for later. Only you can see this."
      action={<Button href={tab === 'performers' ? '/explore' : `/explore?tab=${tab}`}>Explore {kind}</Button>}
    />
  );
}
