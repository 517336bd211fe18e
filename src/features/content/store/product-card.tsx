/** A product in a grid: its picture, price, kind and what is left. What is sold out stays, greyed, and can be bookmarked. */
import { itemPath } from '@web/lib/paths';
import { isSoldOut, productTypeWords, stockWords } from '@web/lib/wording/product-labels';
import { useReactions } from '@web/social/use-reactions';
import { IconButton } from '@web/ui/actions/button';
import { BookmarkIcon } from '@web/ui/icons/icons';
import { ItemCard } from '@web/ui/items/item-card';
import { Tokens } from '@web/ui/display/tokens';
import type { Product } from '../../store/reads';
import styles from './products.module.css';

interface ProductCardProps {
  product: Product;
  /** On a performer's own page her name would only repeat itself. */
  hidesName?: boolean;
  /** Where bookmarks are taken away in another way. */
  hidesBookmark?: boolean;
  first?: boolean;
}

export function ProductCard({ product, hidesName = false, hidesBookmark = false, first = false }: ProductCardProps) {
  const { name, type, price, image, performer, isBought } = product;
  const kind = productTypeWords[type];
  const card = (
    <ItemCard
      href={itemPath(product)}
      title={name}
      ratio={1}
      src={image?.thumbnailUrl ?? image?.url ?? null}
      blur={image?.blur ?? null}
      isLocked={false}
      inside={stockWords(product)}
      badge={isBought && type === 'digital' ? 'Bought' : <Tokens amount={price} />}
      note={hidesName ? kind : `${performer.name} · ${kind}`}
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
        label={reactions.isBookmarked ? `Remove the bookmark of ${name}` : `Bookmark ${name}`}
        icon={<BookmarkIcon {...(reactions.isBookmarked ? { fill: 'currentColor' } : {})} />}
        aria-pressed={reactions.isBookmarked}
        onPress={reactions.bookmark}
      />
    </span>
  );
}
