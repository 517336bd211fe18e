/** The columns that lists of orders share. */
import type { ReactNode } from 'react';
import { deliveryStates } from '@web/lib/wording/delivery-labels';
import { optionsOf } from '@web/lib/wording/state-label';
import { Link } from '@web/ui/core/link';
import { MediaBox } from '@web/ui/media/media-box';
import type { TableColumn } from '@web/ui/lists/query-table';
import { StateMark } from '@web/ui/feedback/state-mark';
import type { TableFilter } from '@web/ui/lists/table-filters';
import { TimeAgo } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { isOnHold, orderPath, formatQuantity, productTypeLabels } from './order-labels';
import type { Order } from './order-labels';
import { filterKeys } from './requests';
import styles from './orders.module.css';

type Column = TableColumn<Order>;

const onHold = { label: 'On hold', tone: 'danger' } as const;

export const deliveryChoice: TableFilter = {
  key: filterKeys.delivery,
  label: 'Delivery',
  anyLabel: 'Any status',
  options: optionsOf(deliveryStates),
};
export const typeChoice: TableFilter = { key: filterKeys.type, label: 'Type', anyLabel: 'Any type', options: optionsOf(productTypeLabels) };

export function OrderLink({ order }: { order: Order }) {
  return (
    <Link className={styles.number} href={orderPath(order)} aria-label={`Order ${order.orderNumber}`}>
      {order.orderNumber}
    </Link>
  );
}

export function DeliveryState({ order }: { order: Pick<Order, 'deliveryStatus' | 'isWithheld'> }) {
  const { label, tone } = isOnHold(order) ? onHold : deliveryStates[order.deliveryStatus];
  return <StateMark tone={tone} label={label} />;
}

interface ProductLineProps {
  product: Order['product'];
  note: ReactNode;
  /** The product's page; makes its name a link. */
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

/** The quantity (`2 pieces`), or the type label of a digital product. */
export const noteOf = ({ product, quantity }: Order): string =>
  product.type === 'digital' ? productTypeLabels.digital : formatQuantity(quantity);

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
