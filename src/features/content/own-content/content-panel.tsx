/** The owner's content tab: one list for each kind, at `?tab=content&kind=…`. */
import { useRouter } from 'next/router';
import { useCurrentUser } from '@web/session/store/hooks';
import { TabRow } from '@web/ui/actions/chips';
import { contentKinds, kindAt } from './requests';
import type { ContentKind } from './requests';
import { OwnPosts } from './own-feeds';
import { OwnGalleries } from './own-galleries';
import { OwnPhotos } from './own-photos';
import type { PhotoEditing } from './own-photos';
import { OwnProducts } from './own-products';
import { OwnVideos } from './own-videos';
import styles from './content.module.css';

const titles: Record<ContentKind, string> = {
  feeds: 'Posts',
  videos: 'Videos',
  galleries: 'Galleries',
  photos: 'Photos',
  store: 'Store',
};
const lists: Record<ContentKind, (props: PhotoEditing) => React.ReactNode> = {
  feeds: OwnPosts,
  videos: OwnVideos,
  galleries: OwnGalleries,
  photos: OwnPhotos,
  store: OwnProducts,
};

export function ContentPanel({ photoEditor }: PhotoEditing) {
  const { query, asPath } = useRouter();
  const isDelegate = Boolean(useCurrentUser()?.helper);
  // Delegates for content do not manage the store.
  const kinds = contentKinds.filter((one) => !(isDelegate && one === 'store'));
  const requestedKind = kindAt(query);
  const kind = kinds.includes(requestedKind) ? requestedKind : 'feeds';
  const path = asPath.split(/[?#]/)[0] ?? '';
  const List = lists[kind];
  return (
    <div className={styles.layout}>
      <TabRow
        label="Content types"
        tabs={kinds.map((value) => ({ value, label: titles[value] }))}
        current={kind}
        hrefOf={(value) => `${path}?tab=content&kind=${value}`}
      />
      <List key={kind} photoEditor={photoEditor} />
    </div>
  );
}
