/** The address book. */
import * as z from 'zod';
import { Deleted } from './content';
import { endpoints } from '../kernel/endpoint';
import * as limits from '../kernel/limits';
import { Country, IdParam, pageOf, pageQuery, Text } from '../kernel/shapes';
import { Address } from './store';

const AddressPart = Text(limits.addressPartLengthMax);
const RequiredAddressPart = Text(limits.addressPartLengthMax, 1);

const AddressFields = z.object({
  name: RequiredAddressPart,
  country: Country,
  state: AddressPart.default(''),
  city: RequiredAddressPart,
  district: AddressPart.default(''),
  ward: AddressPart.default(''),
  streetAddress: RequiredAddressPart,
  streetNumber: RequiredAddressPart,
  zipCode: Text(limits.zipCode.lengthMax, limits.zipCode.lengthMin),
  note: Text(limits.addressNoteLengthMax).default(''),
});

export default endpoints({
  'POST /addresses/create': {
    summary: "Add an address to the caller's address book.",
    access: 'member',
    body: AddressFields,
    response: Address,
    errors: ['address_limit', 'country_unknown'],
  },
  'PUT /addresses/:id': {
    summary: "Change one of the caller's addresses. Existing orders keep the address they were placed with.",
    access: 'member',
    params: IdParam,
    body: AddressFields,
    response: Address,
    errors: ['address_not_found', 'country_unknown'],
  },
  'GET /addresses/search': {
    summary: "The caller's addresses.",
    access: 'member',
    query: pageQuery([]),
    response: pageOf(Address),
  },
  'DELETE /addresses/:id': {
    summary: "Remove one of the caller's addresses. Existing orders keep the address they were placed with.",
    access: 'member',
    params: IdParam,
    response: Deleted,
    errors: ['address_not_found'],
  },
});
