/** The columns that lists of orders share. */
import type { ReactNode } from 'react';
import { deliveryStates } from '@web/lib/delivery-words';
import { optionsOf } from '@web/lib/money-words';
import { Link } from '@web/ui/core/link';
import { MediaBox } from '@web/ui/media/media-box';
import type { TableColumn } from '@web/ui/lists/query-table';
import { StateMark } from '@web/ui/feedback/state-mark';
import type { Choice } from '@web/ui/lists/table-filters';
import { TimeAgo } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { orderPath, piecesOf, productTypeWords } from '../../orders/order-words';
import type { Order } from '../../orders/order-words';
import { filterKeys } from '../../orders/reads';
import styles from './orders.module.css';

type Column = TableColumn<Order>;

export const deliveryChoice: Choice = {
  key: filterKeys.delivery,
  label: 'Delivery',
  any: 'Any state',
  options: optionsOf(deliveryStates),
};
export const typeChoice: Choice = { key: filterKeys.type, label: 'Kind', any: 'Any kind', options: optionsOf(productTypeWords) };

export function OrderLink({ order }: { order: Order }) {
  return (
    <Link className={styles.number} href={orderPath(order)} aria-label={`Order ${order.orderNumber}`}>
      {order.orderNumber}
    </Link>
  );
}

export function DeliveryState({ order: { deliveryStatus } }: { order: Pick<Order, 'deliveryStatus'> }) {
  const { word, tone } = deliveryStates[deliveryStatus];
  return <StateMark tone={tone}>{word}</StateMark>;
}

interface ProductLineProps {
  product: Order['product'];
  note: ReactNode;
  /** The page of the product; makes its name a link. */
  href?: string;
}

export function ProductLine({ product: { name, image }, note, href }: ProductLineProps) {
  return (
    <div className={styles.product}>
      <span className={styles.picture}>
        <MediaBox src={image?.thumbnailUrl ?? image?.url} blur={image?.blur} alt="" ratio={1} />
      </span>
      <span className={styles.words}>
        {href === undefined ? (
          <span>{name}</span>
        ) : (
          <Link className={styles.name} href={href}>
            {name}
          </Link>
        )}
        <span className={styles.quiet}>{note}</span>
      </span>
    </div>
  );
}

/** `2 pieces`, or how a file comes. */
export const noteOf = ({ product, quantity }: Order): string =>
  product.type === 'digital' ? productTypeWords.digital : piecesOf(quantity);

export const numberColumn: Column = { key: 'orderNumber', title: 'Number', render: (order) => <OrderLink order={order} /> };
export const productColumn: Column = {
  key: 'product',
  title: 'Product',
  render: (order) => <ProductLine product={order.product} note={noteOf(order)} />,
};
export const totalColumn: Column = {
  key: 'totalPrice',
  title: 'Total',
  align: 'end',
  sortable: true,
  render: ({ totalPrice }) => <Tokens amount={totalPrice} />,
};
export const deliveryColumn: Column = { key: 'deliveryStatus', title: 'Delivery', render: (order) => <DeliveryState order={order} /> };
export const updatedColumn: Column = {
  key: 'updatedAt',
  title: 'Updated',
  sortable: true,
  render: ({ updatedAt }) => <TimeAgo at={updatedAt} />,
};
