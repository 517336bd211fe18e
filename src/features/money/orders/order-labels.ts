/** Product type labels, and the formatting of orders. */
import type { ProductType } from '@contract/kernel/values/store';
import { sumOf } from '@web/lib/i18n/money';
import { countryName } from '@web/lib/i18n/place-names';
import type { ResponseOf } from '@web/services/call';

export type Order = ResponseOf<'GET /orders/:id'>;
type DeliveryAddress = NonNullable<Order['deliveryAddress']>;

export const productTypeLabels: Record<ProductType, string> = { physical: 'Physical item', digital: 'Download' };

/** Whether the order waits for the buyer to pay what they owe. */
export const isOnHold = ({ deliveryStatus, isWithheld }: Pick<Order, 'deliveryStatus' | 'isWithheld'>): boolean =>
  isWithheld && deliveryStatus === 'processing';

export const orderPath = ({ _id }: Pick<Order, '_id'>): string => `/orders/${_id}`;

/** The lines of an address, as on a parcel label. */
export function addressLines(address: DeliveryAddress): string[] {
  const { name, streetAddress, streetNumber, ward, district, city, zipCode, state, country } = address;
  const lines = [
    name,
    `${streetAddress} ${streetNumber}`,
    joinNonEmpty(ward, district),
    joinNonEmpty(`${zipCode} ${city}`, state),
    countryName(country),
  ];
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

const joinNonEmpty = (...parts: string[]): string => parts.filter((part) => part !== '').join(', ');

/** The amount that has not been refunded. */
export const refundableAmount = ({ totalPrice, refunded }: Pick<Order, 'totalPrice' | 'refunded'>): number => sumOf(totalPrice, -refunded);

/** `1 piece`, `3 pieces`. */
export const formatQuantity = (quantity: number): string => `${String(quantity)} ${quantity === 1 ? 'piece' : 'pieces'}`;

/** The URL in a tracking code, or null when it is a plain code: only http(s) URLs are linked. */
export function trackingLink(code: string): string | null {
  return /^https?:\/\//i.test(code) && URL.canParse(code) ? code : null;
}
