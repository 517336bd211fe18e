/** A product's page: pictures, price, delivery, seller, comments, and more products of the seller. */
import { useRouter } from 'next/router';
import { useCallback } from 'react';
import type { ReactNode } from 'react';
import { itemPath } from '@web/lib/paths';
import { productTypeLabels, stockLabel } from '@web/lib/wording/product-labels';
import { useEndpoint } from '@web/services/use-endpoint';
import { ItemPerformer, ItemReactions } from '@web/social/item-parts';
import { ItemMetaTags } from '@web/ui/items/item-meta-tags';
import { pageTitleId } from '@web/ui/page/page-head';
import { ItemErrorPage } from '@web/ui/page/item-error-page';
import { StateMark } from '@web/ui/feedback/state-mark';
import { Skeleton } from '@web/ui/feedback/states';
import { Tokens } from '@web/ui/display/tokens';
import { ProductPurchase } from './product-purchase';
import { ProductCard } from './product-card';
import { ProductPictures } from './product-pictures';
import { productRequest, relatedRequest } from './requests';
import type { Product } from './requests';
import styles from './products.module.css';

interface ProductScreenProps {
  /** The site's origin: previews and canonical links need absolute URLs. */
  siteUrl: string;
  /** The comments; another feature provides them. */
  comments?: (product: Product) => ReactNode;
}

export function ProductScreen({ siteUrl, comments }: ProductScreenProps) {
  const { query } = useRouter();
  const id = typeof query['id'] === 'string' ? query['id'] : '';
  const { data, error, mutate } = useEndpoint('GET /performer-assets/products/:id', id === '' ? null : productRequest(id));
  const revalidate = useCallback(() => void mutate(), [mutate]);
  if (error && data === undefined) return <ItemErrorPage error={error} kind="product" onRetry={revalidate} />;
  if (data === undefined) return <Skeleton shape="card" label="Loading the product…" />;
  return (
    <article className={styles.page}>
      <ProductContent key={data._id} product={data} siteUrl={siteUrl} {...(comments ? { comments } : {})} />
      <Related product={data} />
    </article>
  );
}

function ProductContent({ product, siteUrl, comments }: ProductScreenProps & { product: Product }) {
  const { name, description, deliveryNote, performer, image, type } = product;
  const url = `${siteUrl}${itemPath(product)}`;
  return (
    <>
      <ItemMetaTags
        item={{ audience: 'public', state: product.state, performer }}
        title={name}
        text={description}
        image={image?.url ?? image?.thumbnailUrl ?? null}
        url={url}
        type="product"
      />
      <div className={styles.head}>
        <ProductPictures product={product} />
        <div className={styles.panel}>
          <ProductDetails product={product} />
          <ProductPurchase product={product} />
          <ItemReactions kind="product" item={product} title={name} url={url} hasComments={comments !== undefined} />
          <ItemPerformer performer={performer} />
          <Delivery type={type} note={deliveryNote} />
        </div>
      </div>
      {description === '' ? null : (
        <section className={styles.part} aria-labelledby="description">
          <h2 id="description" className={styles.heading}>
            Description
          </h2>
          <p className={styles.text}>{description}</p>
        </section>
      )}
      {comments ? <section id="comments">{comments(product)}</section> : null}
    </>
  );
}

function ProductDetails({ product }: { product: Product }) {
  const { name, price, type, stock } = product;
  const stockText = stockLabel(product);
  return (
    <div>
      <h1 id={pageTitleId} tabIndex={-1} className={styles.title}>
        {name}
      </h1>
      <p className={styles.price}>
        <Tokens amount={price} />
      </p>
      <p className={styles.details}>
        <span>{productTypeLabels[type]}</span>
        {stockText !== null ? (
          <StateMark tone={stock === 0 ? 'danger' : 'warn'}>{stockText}</StateMark>
        ) : type === 'physical' ? (
          <StateMark tone="ok">In stock</StateMark>
        ) : null}
      </p>
    </div>
  );
}

function Delivery({ type, note }: { type: Product['type']; note: string }) {
  return (
    <section className={styles.part} aria-labelledby="delivery">
      <h2 id="delivery" className={styles.heading}>
        Delivery
      </h2>
      <p className={styles.text}>
        {type === 'digital' ? 'Download it right after you pay.' : note === '' ? 'Shipped to your address.' : note}
      </p>
    </section>
  );
}

/** Optional content: a loading error is not shown. */
function Related({ product: { _id: id, performer } }: { product: Product }) {
  const { data } = useEndpoint('GET /performer-assets/products/search', relatedRequest(performer._id, id));
  if (data === undefined || data.data.length === 0) return null;
  return (
    <aside className={styles.part} aria-labelledby="related">
      <h2 id="related" className={styles.heading}>
        More from {performer.name}
      </h2>
      <ul className={styles.grid}>
        {data.data.map((other) => (
          <li key={other._id}>
            <ProductCard product={other} hidesName />
          </li>
        ))}
      </ul>
    </aside>
  );
}
