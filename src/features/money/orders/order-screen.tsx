/** One order: how far it is, what was bought, where it goes, and what its buyer, its seller or an operator can do about it. */
import { useRouter } from 'next/router';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { ComponentType } from 'react';
import { deliverySteps } from '@contract/values';
import { profilePath } from '@web/lib/paths';
import { useEndpoint } from '@web/services/use-endpoint';
import { useCurrentUser } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/session/intents';
import { useMay } from '@web/session/use-may';
import { Button } from '@web/ui/actions/button';
import { PageHead } from '@web/ui/page/page-head';
import { RefusedPage } from '@web/ui/page/forbidden-page';
import { Skeleton } from '@web/ui/feedback/states';
import type { AddressPickerProps } from './address-dialog';
import { DeliveryLine } from './delivery-line';
import { DownloadFile } from './download-file';
import { DeliveryState } from './order-columns';
import { DeliveryFacts, OrderFacts } from './order-details';
import type { Side } from './order-details';
import type { Order } from '../../orders/order-words';
import { orderRead } from '../../orders/reads';
import { useOrderNews } from '../../orders/use-order-news';
import styles from './orders.module.css';

const ShippingForm = dynamic(() => import('./shipping-form').then((loaded) => loaded.ShippingForm), { ssr: false });
const CodeForm = dynamic(() => import('./shipping-form').then((loaded) => loaded.CodeForm), { ssr: false });
const DeliveredForm = dynamic(() => import('./shipping-form').then((loaded) => loaded.DeliveredForm), { ssr: false });
const RefundDialog = dynamic(() => import('./refund-dialog').then((loaded) => loaded.RefundDialog), { ssr: false });
const AddressDialog = dynamic(() => import('./address-dialog').then((loaded) => loaded.AddressDialog), { ssr: false });

interface OrderScreenProps {
  /** The own address book to choose from; without it an address stays as it is. */
  AddressPicker?: ComponentType<AddressPickerProps> | undefined;
}

export function OrderScreen(props: OrderScreenProps) {
  const { id } = useRouter().query;
  const viewer = useCurrentUser();
  const { data, error, mutate } = useEndpoint('GET /orders/:id', typeof id === 'string' ? orderRead(id) : null);
  useOrderNews();
  if (error && data === undefined) return <RefusedPage refused={error} kind="order" onRetry={() => void mutate()} />;
  if (data === undefined || viewer === null) {
    return (
      <>
        <PageHead title="Order" titleHidden noindex />
        <Skeleton shape="row" count={4} label="Loading the order…" />
      </>
    );
  }
  return <OrderPage {...props} order={data} viewer={viewer} />;
}

function sideOf({ user, performer }: Order, viewer: CurrentUser): Side {
  if (viewer._id === user._id) return 'buyer';
  return viewer._id === performer._id ? 'seller' : 'operator';
}

function backOf(side: Side, viewer: CurrentUser): { href: string; label: string } {
  if (side === 'buyer') return { href: '/orders', label: 'Back to orders' };
  if (side === 'operator') return { href: '/admin/orders', label: 'Back to all orders' };
  return { href: `${profilePath({ id: viewer._id, username: viewer.username })}?tab=sales`, label: 'Back to sales' };
}

type Act = 'ship' | 'code' | 'deliver' | 'refund' | 'address';

function OrderPage({ order, viewer, AddressPicker }: OrderScreenProps & { order: Order; viewer: CurrentUser }) {
  const [asked, setAsked] = useState<Act | null>(null);
  const may = useMay();
  const side = sideOf(order, viewer);
  const step = { order, onClose: () => setAsked(null) };
  const isFileThere = order.product.type === 'digital' && order.deliveryStatus !== 'refunded';
  const canMove =
    AddressPicker !== undefined && side === 'buyer' && order.deliveryStatus === 'processing' && order.deliveryAddress !== null;
  return (
    <article className={styles.page}>
      <PageHead title={`Order ${order.orderNumber}`} back={backOf(side, viewer)} actions={<DeliveryState order={order} />} noindex />
      <section className={styles.panel} aria-label="How far it is">
        <DeliveryLine order={order} />
        {side === 'buyer' ? null : <Steps order={order} mayRefund={side === 'seller' || may('money.refund')} onAsk={setAsked} />}
        {side === 'buyer' && isFileThere ? <DownloadFile order={order} /> : null}
      </section>
      <div className={hasDelivery(order) ? styles.halves : styles.room}>
        <OrderFacts order={order} side={side} />
        {hasDelivery(order) ? (
          <DeliveryFacts order={order} actions={canMove ? <Button onPress={() => setAsked('address')}>Change address</Button> : null} />
        ) : null}
      </div>
      {asked === 'ship' ? <ShippingForm {...step} /> : null}
      {asked === 'code' ? <CodeForm {...step} /> : null}
      {asked === 'deliver' ? <DeliveredForm {...step} /> : null}
      {asked === 'refund' ? <RefundDialog {...step} /> : null}
      {asked === 'address' && AddressPicker ? <AddressDialog {...step} AddressPicker={AddressPicker} /> : null}
    </article>
  );
}

const hasDelivery = ({ deliveryAddress, phoneNumber, userNote, shippingCode }: Order): boolean =>
  deliveryAddress !== null || (phoneNumber ?? '') !== '' || userNote !== '' || shippingCode !== '';

interface StepsProps {
  order: Order;
  mayRefund: boolean;
  onAsk: (act: Act) => void;
}

/** What its seller, or an operator, can do to an order where it is. */
function Steps({ order: { deliveryStatus, totalDownloads, product }, mayRefund, onAsk }: StepsProps) {
  const next = deliverySteps[deliveryStatus];
  return (
    <>
      {product.type === 'digital' ? (
        <p className={styles.quiet}>
          {totalDownloads === 0 ? 'The buyer has not downloaded it yet.' : `The buyer has downloaded it ${timesOf(totalDownloads)}.`}
        </p>
      ) : null}
      {next.length === 0 ? null : (
        <div className={styles.actions}>
          {next.includes('shipping') ? (
            <Button kind="primary" onPress={() => onAsk('ship')}>
              Mark as shipping
            </Button>
          ) : null}
          {next.includes('delivered') ? (
            <Button kind="primary" onPress={() => onAsk('deliver')}>
              Mark as delivered
            </Button>
          ) : null}
          {deliveryStatus === 'shipping' ? <Button onPress={() => onAsk('code')}>Change shipping code</Button> : null}
          {next.includes('refunded') && mayRefund ? (
            <Button kind="danger" onPress={() => onAsk('refund')}>
              Refund
            </Button>
          ) : null}
        </div>
      )}
    </>
  );
}

const timesOf = (count: number): string => (count === 1 ? 'once' : `${String(count)} times`);
