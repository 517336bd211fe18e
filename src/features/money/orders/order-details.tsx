/** What is known of an order: what was bought, who gets what of its price, and where it goes. */
import type { ReactNode } from 'react';
import { fullDate } from '@web/lib/i18n/dates';
import { shortTokens, spokenTokens } from '@web/lib/i18n/money';
import { itemPath, profilePath, writePath } from '@web/lib/paths';
import { useMay } from '@web/session/use-may';
import { Button } from '@web/ui/actions/button';
import { Facts } from '@web/ui/display/description-list';
import { PersonLine } from '@web/ui/people/person-line';
import { ProductLine } from './order-columns';
import { placeLines, productTypeWords, restOf, trackingLink } from '../../orders/order-words';
import type { Order } from '../../orders/order-words';
import styles from './orders.module.css';

/** How the viewer stands to an order. */
export type Side = 'buyer' | 'seller' | 'operator';

/** Who gets what of the price: as it is, or as it was before a part of it was given back, which all have borne. */
function splitWords({ totalPrice, earning, commission, refunded, user, performer }: Order, side: Side): string {
  const isWhole = refunded === 0;
  const [paid, received, kept] = [shortTokens(totalPrice), shortTokens(earning), shortTokens(commission)];
  const payer = side === 'buyer' ? `You paid ${paid}` : `${user.name} paid ${paid}`;
  const { name } = performer;
  if (isWhole)
    return [payer, side === 'seller' ? `you receive ${received}` : `${name} receives ${received}`, `site keeps ${kept}`].join(' · ');
  return [payer, side === 'seller' ? `you received ${received}` : `${name} received ${received}`, `site kept ${kept}`].join(' · ');
}

/** Who has what of the price, as far as anybody has something of it still. */
function splitFacts(order: Order, side: Side) {
  const { refunded } = order;
  const rest = restOf(order);
  const split = splitWords(order, side);
  if (refunded === 0) return [{ label: 'Split', value: split }];
  const back = { label: 'Given back', value: spokenTokens(refunded) };
  return rest === 0 ? [back] : [{ label: 'Split at first', value: split }, back, { label: 'Left', value: spokenTokens(rest) }];
}

interface FactsProps {
  order: Order;
  side: Side;
}

export function OrderFacts({ order, side }: FactsProps) {
  const { product, quantity, unitPrice, totalPrice, receiptNumber, orderNumber, createdAt } = order;
  const isMany = quantity > 1;
  return (
    <section className={styles.panel} aria-labelledby="what">
      <h2 id="what" className={styles.heading}>
        Order
      </h2>
      <ProductLine
        product={product}
        note={productTypeWords[product.type]}
        href={itemPath({ kind: 'product', _id: product._id, slug: product.slug })}
      />
      <Facts
        facts={[
          { label: 'Quantity', value: isMany ? `${String(quantity)} at ${spokenTokens(unitPrice)}` : String(quantity) },
          { label: 'Total', value: spokenTokens(totalPrice) },
          ...splitFacts(order, side),
          { label: 'Ordered', value: fullDate(createdAt) },
          { label: 'Order number', value: orderNumber },
          { label: 'Receipt, the same for all that was paid at once', value: receiptNumber },
        ]}
      />
      <People order={order} side={side} />
    </section>
  );
}

function People({ order: { user, performer }, side }: FactsProps) {
  const may = useMay();
  const toAccount = (path: string) => (may('people.read') ? { href: path } : {});
  const seller = { id: performer._id, username: performer.username };
  return (
    <div className={styles.people}>
      {side === 'buyer' ? null : (
        <PersonLine
          person={user}
          note="Buyer"
          {...(side === 'operator' ? toAccount(`/admin/users/${user._id}`) : { action: <Write to={user} /> })}
        />
      )}
      {side === 'seller' ? null : (
        <PersonLine
          person={performer}
          note="Seller"
          verified={performer.isVerified}
          {...(side === 'operator' ? toAccount(`/admin/performers/${performer._id}`) : { href: profilePath(seller) })}
          action={side === 'buyer' ? <Write to={performer} /> : null}
        />
      )}
    </div>
  );
}

function Write({ to }: { to: Order['user'] }) {
  return (
    <Button size="small" href={writePath(to)} aria-label={`Message ${to.name}`}>
      Message
    </Button>
  );
}

/** Where it goes, and what else the seller needs to know to send it. `actions`: what can be done about it. */
export function DeliveryFacts({ order, actions }: { order: Order; actions: ReactNode }) {
  const { deliveryAddress, phoneNumber, userNote, shippingCode } = order;
  return (
    <section className={styles.panel} aria-labelledby="where">
      <h2 id="where" className={styles.heading}>
        {deliveryAddress === null ? 'Delivery' : 'Delivery address'}
      </h2>
      {deliveryAddress === null ? null : (
        <address className={styles.address} suppressHydrationWarning>
          {placeLines(deliveryAddress).join('\n')}
        </address>
      )}
      <Facts
        facts={[
          ...(deliveryAddress === null || deliveryAddress.note === '' ? [] : [{ label: 'About the address', value: deliveryAddress.note }]),
          ...(phoneNumber === null || phoneNumber === '' ? [] : [{ label: 'Phone', value: <bdi dir="ltr">{phoneNumber}</bdi> }]),
          ...(userNote === '' ? [] : [{ label: 'Note of the buyer', value: userNote }]),
          ...(shippingCode === '' ? [] : [{ label: 'Shipping code', value: <ShippingCode code={shippingCode} /> }]),
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
