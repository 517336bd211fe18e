/** The details of an order: products, split of the price, and delivery address. */
import type { ReactNode } from 'react';
import { fullDate } from '@web/lib/i18n/dates';
import { shortTokens, formatTokenCount } from '@web/lib/i18n/money';
import { itemPath, profilePath, conversationPath } from '@web/lib/paths';
import { useHasRight } from '@web/session/use-has-right';
import { Button } from '@web/ui/actions/button';
import { DescriptionList } from '@web/ui/display/description-list';
import { PersonLine } from '@web/ui/people/person-line';
import { ProductLine } from './order-columns';
import { addressLines, productTypeLabels, refundableAmount, trackingLink } from './order-labels';
import type { Order } from './order-labels';
import styles from './orders.module.css';

/** The viewer's role in an order. */
export type OrderRole = 'buyer' | 'seller' | 'operator';

/** The split of the price. A partial refund reduces all shares; the split then shows the amounts before it. */
function splitText({ totalPrice, earning, commission, refunded, user, performer }: Order, viewerRole: OrderRole): string {
  const [paid, received, kept] = [shortTokens(totalPrice), shortTokens(earning), shortTokens(commission)];
  const payer = viewerRole === 'buyer' ? `You paid ${paid}` : `${user.name} paid ${paid}`;
  const { name } = performer;
  if (refunded === 0)
    return [payer, viewerRole === 'seller' ? `you receive ${received}` : `${name} receives ${received}`, `site keeps ${kept}`].join(' · ');
  return [payer, viewerRole === 'seller' ? `you received ${received}` : `${name} received ${received}`, `site kept ${kept}`].join(' · ');
}

/** The original split, the refunded amount and what is left; a full refund has no split. */
function splitDetails(order: Order, viewerRole: OrderRole) {
  const { refunded } = order;
  const rest = refundableAmount(order);
  const split = splitText(order, viewerRole);
  if (refunded === 0) return [{ label: 'Split', value: split }];
  const refundDetail = { label: 'Refunded', value: formatTokenCount(refunded) };
  return rest === 0
    ? [refundDetail]
    : [{ label: 'Original split', value: split }, refundDetail, { label: 'Remaining', value: formatTokenCount(rest) }];
}

interface OrderDetailsProps {
  order: Order;
  viewerRole: OrderRole;
}

export function OrderDetails({ order, viewerRole }: OrderDetailsProps) {
  const { product, quantity, unitPrice, totalPrice, receiptNumber, orderNumber, createdAt } = order;
  const isMany = quantity > 1;
  return (
    <section className={styles.panel} aria-labelledby="what">
      <h2 id="what" className={styles.heading}>
        Order
      </h2>
      <ProductLine
        product={product}
        note={productTypeLabels[product.type]}
        href={itemPath({ kind: 'product', _id: product._id, slug: product.slug })}
      />
      <DescriptionList
        details={[
          { label: 'Quantity', value: isMany ? `${String(quantity)} at ${formatTokenCount(unitPrice)}` : String(quantity) },
          { label: 'Total', value: formatTokenCount(totalPrice) },
          ...splitDetails(order, viewerRole),
          { label: 'Ordered', value: fullDate(createdAt) },
          { label: 'Order number', value: orderNumber },
          { label: 'Receipt number', value: receiptNumber },
        ]}
      />
      <People order={order} viewerRole={viewerRole} />
    </section>
  );
}

function People({ order: { user, performer }, viewerRole }: OrderDetailsProps) {
  const may = useHasRight();
  const accountLink = (path: string) => (may('people.read') ? { href: path } : {});
  const seller = { id: performer._id, username: performer.username };
  return (
    <div className={styles.people}>
      {viewerRole === 'buyer' ? null : (
        <PersonLine
          person={user}
          note="Buyer"
          {...(viewerRole === 'operator' ? accountLink(`/admin/users/${user._id}`) : { action: <MessageButton to={user} /> })}
        />
      )}
      {viewerRole === 'seller' ? null : (
        <PersonLine
          person={performer}
          note="Seller"
          verified={performer.isVerified}
          {...(viewerRole === 'operator' ? accountLink(`/admin/performers/${performer._id}`) : { href: profilePath(seller) })}
          action={viewerRole === 'buyer' ? <MessageButton to={performer} /> : null}
        />
      )}
    </div>
  );
}

function MessageButton({ to }: { to: Order['user'] }) {
  return (
    <Button size="small" href={conversationPath(to)} aria-label={`Message ${to.name}`}>
      Message
    </Button>
  );
}

/** The delivery address and phone number for the seller. `actions`: the actions on the address. */
export function DeliveryDetails({ order, actions }: { order: Order; actions: ReactNode }) {
  const { deliveryAddress, phoneNumber, userNote, shippingCode } = order;
  return (
    <section className={styles.panel} aria-labelledby="where">
      <h2 id="where" className={styles.heading}>
        {deliveryAddress === null ? 'Delivery' : 'Delivery address'}
      </h2>
      {deliveryAddress === null ? null : (
        <address className={styles.address} suppressHydrationWarning>
          {addressLines(deliveryAddress).join('\n')}
        </address>
      )}
      <DescriptionList
        details={[
          ...(deliveryAddress === null || deliveryAddress.note === ''
            ? []
            : [{ label: 'Delivery instructions', value: deliveryAddress.note }]),
          ...(phoneNumber === null || phoneNumber === '' ? [] : [{ label: 'Phone', value: <bdi dir="ltr">{phoneNumber}</bdi> }]),
          ...(userNote === '' ? [] : [{ label: 'Note from the buyer', value: userNote }]),
          ...(shippingCode === '' ? [] : [{ label: 'Tracking number', value: <ShippingCode code={shippingCode} /> }]),
        ]}
      />
      {actions === null ? null : <div className={styles.actions}>{actions}</div>}
    </section>
  );
}

function ShippingCode({ code }: { code: string }) {
  const link = trackingLink(code);
  if (link === null) return code;
  return (
    <a className={styles.code} href={link} target="_blank" rel="noopener noreferrer">
      {code}
      <span className="visually-hidden"> (opens in a new window)</span>
    </a>
  );
}
