/** What the states and kinds of orders are called, and how their parts are written down. */
import type { ProductType } from '@contract/values';
import { sumOf } from '@web/lib/i18n/money';
import { countryName } from '@web/lib/i18n/place-names';
import type { AnswerOf } from '@web/services/call';

export type Order = AnswerOf<'GET /orders/:id'>;
type Place = NonNullable<Order['deliveryAddress']>;

export const productTypeWords: Record<ProductType, string> = { physical: 'Sent by post', digital: 'Download' };

export const orderPath = ({ _id }: Pick<Order, '_id'>): string => `/orders/${_id}`;

/** An address as it stands on a parcel, line by line. */
export function placeLines(place: Place): string[] {
  const { name, streetAddress, streetNumber, ward, district, city, zipCode, state, country } = place;
  const lines = [
    name,
    `${streetAddress} ${streetNumber}`,
    joined(ward, district),
    joined(`${zipCode} ${city}`, state),
    countryName(country),
  ];
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join(', ');

/** What of the price has not been given back yet. */
export const restOf = ({ totalPrice, refunded }: Pick<Order, 'totalPrice' | 'refunded'>): number => sumOf(totalPrice, -refunded);

/** `1 piece`, `3 pieces`. */
export const piecesOf = (quantity: number): string => `${String(quantity)} ${quantity === 1 ? 'piece' : 'pieces'}`;

/** The address that a shipping code is, or null when it is a mere number: nothing but http(s) is ever opened. */
export function trackingLink(code: string): string | null {
  return /^https?:\/\//i.test(code) && URL.canParse(code) ? code : null;
}
