/** Formats postal addresses. */
import { countryName } from '../i18n/place-names';

/** An entry of the address book, or the shipping address of an order. */
interface PostalAddress {
  country: string;
  state: string;
  city: string;
  district: string;
  ward: string;
  streetAddress: string;
  streetNumber: string;
  zipCode: string;
}

/** `Ringstrasse 5, 1010 Vienna, Austria`: the address in one line, without the name. */
export function addressLine({ country, state, city, district, ward, streetAddress, streetNumber, zipCode }: PostalAddress): string {
  const parts = [
    `${streetAddress} ${streetNumber}`,
    ward,
    district,
    `${zipCode} ${city}`,
    state === city ? '' : state,
    countryName(country),
  ];
  return parts.filter((part) => part.trim() !== '').join(', ');
}
