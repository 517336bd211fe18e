/** A product in a grid: picture, price, type and stock. A sold-out product is greyed and can be bookmarked. */
import { inDirection } from '@web/lib/i18n/words';
import { itemPath } from '@web/lib/paths';
import { isSoldOut, productTypeLabels, stockLabel } from '@web/lib/wording/product-labels';
import { useReactions } from '@web/social/use-reactions';
import { IconButton } from '@web/ui/actions/button';
import { BookmarkIcon } from '@web/ui/icons/icons';
import { ItemCard } from '@web/ui/items/item-card';
import { Tokens } from '@web/ui/display/tokens';
import type { Product } from './requests';
import styles from './products.module.css';

interface ProductCardProps {
  product: Product;
  /** Hides the name on the performer's own page. */
  hidesName?: boolean;
  /** Hides the bookmark button where another one removes bookmarks. */
  hidesBookmark?: boolean;
  first?: boolean;
}

export function ProductCard({ product, hidesName = false, hidesBookmark = false, first = false }: ProductCardProps) {
  const { name, type, price, image, performer, isBought } = product;
  const typeLabel = productTypeLabels[type];
  const card = (
    <ItemCard
      href={itemPath(product)}
      title={name}
      ratio={1}
      src={image?.thumbnailUrl ?? image?.url ?? null}
      blur={image?.blur ?? null}
      isLocked={false}
      contents={stockLabel(product)}
      badge={isBought && type === 'digital' ? 'Bought' : <Tokens amount={price} />}
      note={hidesName ? typeLabel : `${inDirection(performer.name)} · ${typeLabel}`}
      first={first}
    />
  );
  if (!isSoldOut(product)) return card;
  return (
    <div className={styles.soldOut}>
      {card}
      {hidesBookmark ? null : <Bookmark product={product} />}
    </div>
  );
}

function Bookmark({ product: { _id: id, name, isLiked, isBookmarked, stats } }: { product: Product }) {
  const reactions = useReactions('product', id, { isLiked, isBookmarked, totalLike: stats.likes });
  return (
    <span className={styles.bookmark}>
      <IconButton
        label={reactions.isBookmarked ? `Remove ${name} from bookmarks` : `Bookmark ${name}`}
        icon={<BookmarkIcon {...(reactions.isBookmarked ? { fill: 'currentColor' } : {})} />}
        aria-pressed={reactions.isBookmarked}
        onPress={reactions.bookmark}
      />
    </span>
  );
}
