/** The owner's tab for everything that she publishes: one list for each kind, at `?tab=content&kind=…`. */
import { useRouter } from 'next/router';
import { useCurrentUser } from '@web/session/store/hooks';
import { TabRow } from '@web/ui/actions/chips';
import { contentKinds, kindAt } from './requests';
import type { ContentKind } from './requests';
import { FeedsDesk } from './own-feeds';
import { GalleriesDesk } from './own-galleries';
import { PhotosDesk } from './own-photos';
import type { PhotoEditing } from './own-photos';
import { ProductsDesk } from './own-products';
import { VideosDesk } from './own-videos';
import styles from './content.module.css';

const titles: Record<ContentKind, string> = {
  feeds: 'Posts',
  videos: 'Videos',
  galleries: 'Galleries',
  photos: 'Photos',
  store: 'Store',
};
const desks: Record<ContentKind, (props: PhotoEditing) => React.ReactNode> = {
  feeds: FeedsDesk,
  videos: VideosDesk,
  galleries: GalleriesDesk,
  photos: PhotosDesk,
  store: ProductsDesk,
};

export function ContentPanel({ photoEditor }: PhotoEditing) {
  const { query, asPath } = useRouter();
  const isHelped = Boolean(useCurrentUser()?.helper);
  // Who helps with content does not run the store.
  const kinds = contentKinds.filter((one) => !(isHelped && one === 'store'));
  const asked = kindAt(query);
  const kind = kinds.includes(asked) ? asked : 'feeds';
  const path = asPath.split(/[?#]/)[0] ?? '';
  const Desk = desks[kind];
  return (
    <div className={styles.room}>
      <TabRow
        label="Kinds of content"
        tabs={kinds.map((value) => ({ value, label: titles[value] }))}
        current={kind}
        hrefOf={(value) => `${path}?tab=content&kind=${value}`}
      />
      <Desk key={kind} photoEditor={photoEditor} />
    </div>
  );
}
