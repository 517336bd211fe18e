/** Places as people write them. */
import { countryName } from '../i18n/place-names';

/** A place of an address book, or the one that an order goes to. */
interface Place {
  country: string;
  state: string;
  city: string;
  district: string;
  ward: string;
  streetAddress: string;
  streetNumber: string;
  zipCode: string;
}

/** `Ringstrasse 5, 1010 Vienna, Austria`: all but the name, in one line. */
export function addressLine({ country, state, city, district, ward, streetAddress, streetNumber, zipCode }: Place): string {
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
