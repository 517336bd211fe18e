/** One order: progress, products, delivery address, and the actions of its buyer, its seller or an operator. */
import { useRouter } from 'next/router';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { ComponentType } from 'react';
import { deliveryTransitions } from '@contract/kernel/values/store';
import { profilePath } from '@web/lib/paths';
import { useEndpoint } from '@web/services/use-endpoint';
import { useCurrentUser } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/services/current-user';
import { useHasRight } from '@web/session/use-has-right';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { ItemErrorPage } from '@web/ui/page/item-error-page';
import { Skeleton } from '@web/ui/feedback/states';
import type { AddressPickerProps } from './address-dialog';
import { DeliveryProgress } from './delivery-line';
import { DownloadFile } from './download-file';
import { DeliveryState } from './order-columns';
import { DeliveryDetails, OrderDetails } from './order-details';
import type { OrderRole } from './order-details';
import { isOnHold } from './order-labels';
import type { Order } from './order-labels';
import { orderRequest } from './requests';
import { useOrderUpdates } from './use-order-news';
import styles from './orders.module.css';

const ShippingForm = dynamic(() => import('./shipping-form').then((loaded) => loaded.ShippingForm), { ssr: false });
const CodeForm = dynamic(() => import('./shipping-form').then((loaded) => loaded.CodeForm), { ssr: false });
const DeliveredForm = dynamic(() => import('./shipping-form').then((loaded) => loaded.DeliveredForm), { ssr: false });
const RefundDialog = dynamic(() => import('./refund-dialog').then((loaded) => loaded.RefundDialog), { ssr: false });
const AddressDialog = dynamic(() => import('./address-dialog').then((loaded) => loaded.AddressDialog), { ssr: false });

interface OrderScreenProps {
  /** The picker for the viewer's address book; without it the address is read-only. */
  AddressPicker?: ComponentType<AddressPickerProps> | undefined;
}

export function OrderScreen(props: OrderScreenProps) {
  const { id } = useRouter().query;
  const viewer = useCurrentUser();
  const { data, error, mutate } = useEndpoint('GET /orders/:id', typeof id === 'string' ? orderRequest(id) : null);
  useOrderUpdates();
  if (error && data === undefined) return <ItemErrorPage error={error} kind="order" onRetry={() => void mutate()} />;
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

function roleOf({ user, performer }: Order, viewer: CurrentUser): OrderRole {
  if (viewer._id === user._id) return 'buyer';
  return viewer._id === performer._id ? 'seller' : 'operator';
}

function backLink(viewerRole: OrderRole, viewer: CurrentUser): { href: string; label: string } {
  if (viewerRole === 'buyer') return { href: '/orders', label: 'Back to orders' };
  if (viewerRole === 'operator') return { href: '/admin/orders', label: 'Back to all orders' };
  return { href: `${profilePath({ id: viewer._id, username: viewer.username })}?tab=sales`, label: 'Back to sales' };
}

type DialogName = 'ship' | 'code' | 'deliver' | 'refund' | 'address';

function OrderPage({ order, viewer, AddressPicker }: OrderScreenProps & { order: Order; viewer: CurrentUser }) {
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const may = useHasRight();
  const viewerRole = roleOf(order, viewer);
  const dialogProps = { order, onClose: () => setDialog(null) };
  const hasFile = order.product.type === 'digital' && order.deliveryStatus !== 'refunded';
  const canChangeAddress =
    AddressPicker !== undefined && viewerRole === 'buyer' && order.deliveryStatus === 'processing' && order.deliveryAddress !== null;
  return (
    <article className={styles.page}>
      <PageHead
        title={`Order ${order.orderNumber}`}
        back={backLink(viewerRole, viewer)}
        actions={<DeliveryState order={order} />}
        noindex
      />
      <section className={styles.panel} aria-label="Order status">
        <DeliveryProgress order={order} />
        {isOnHold(order) ? <OnHoldNotice viewerRole={viewerRole} /> : null}
        {viewerRole === 'buyer' ? null : (
          <OrderActions order={order} mayRefund={viewerRole === 'seller' || may('money.refund')} onSelect={setDialog} />
        )}
        {viewerRole === 'buyer' && hasFile ? <DownloadFile order={order} /> : null}
      </section>
      <div className={hasDelivery(order) ? styles.halves : styles.stack}>
        <OrderDetails order={order} viewerRole={viewerRole} />
        {hasDelivery(order) ? (
          <DeliveryDetails
            order={order}
            actions={canChangeAddress ? <Button onPress={() => setDialog('address')}>Change address</Button> : null}
          />
        ) : null}
      </div>
      {dialog === 'ship' ? <ShippingForm {...dialogProps} /> : null}
      {dialog === 'code' ? <CodeForm {...dialogProps} /> : null}
      {dialog === 'deliver' ? <DeliveredForm {...dialogProps} /> : null}
      {dialog === 'refund' ? <RefundDialog {...dialogProps} /> : null}
      {dialog === 'address' && AddressPicker ? <AddressDialog {...dialogProps} AddressPicker={AddressPicker} /> : null}
    </article>
  );
}

const hasDelivery = ({ deliveryAddress, phoneNumber, userNote, shippingCode }: Order): boolean =>
  deliveryAddress !== null || (phoneNumber ?? '') !== '' || userNote !== '' || shippingCode !== '';

function OnHoldNotice({ viewerRole }: { viewerRole: OrderRole }) {
  if (viewerRole !== 'buyer')
    return (
      <Notice tone="warn" title="Don’t ship this yet">
        The buyer’s payment was reversed. The order resumes automatically once they pay again.
      </Notice>
    );
  return (
    <Notice tone="warn" title="On hold" action={<Button href="/wallet">Go to wallet</Button>}>
      Your payment was reversed to your card. Top up your wallet to pay what you owe and resume the order.
    </Notice>
  );
}

interface OrderActionsProps {
  order: Order;
  mayRefund: boolean;
  onSelect: (dialog: DialogName) => void;
}

/** The actions of the seller, or of an operator, by the order's state. */
function OrderActions({ order, mayRefund, onSelect }: OrderActionsProps) {
  const { deliveryStatus, totalDownloads, product } = order;
  const next = deliveryTransitions[deliveryStatus].filter((status) => status === 'refunded' || !isOnHold(order));
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
            <Button kind="primary" onPress={() => onSelect('ship')}>
              Mark as shipped
            </Button>
          ) : null}
          {next.includes('delivered') ? (
            <Button kind="primary" onPress={() => onSelect('deliver')}>
              Mark as delivered
            </Button>
          ) : null}
          {deliveryStatus === 'shipping' ? <Button onPress={() => onSelect('code')}>Change tracking number</Button> : null}
          {next.includes('refunded') && mayRefund ? (
            <Button kind="danger" onPress={() => onSelect('refund')}>
              Refund
            </Button>
          ) : null}
        </div>
      )}
    </>
  );
}

const timesOf = (count: number): string => (count === 1 ? 'once' : `${String(count)} times`);
