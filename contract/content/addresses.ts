/** The address book. */
import { z } from 'zod';
import { Deleted } from './content';
import { endpoints } from '../endpoint';
import * as limits from '../kernel/limits';
import { Country, IdParam, pageOf, pageQuery, Text } from '../kernel/shapes';
import { Address } from './store';

const Part = Text(limits.addressPartLengthMax);
const NeededPart = Text(limits.addressPartLengthMax, 1);

const AddressFields = z.object({
  name: NeededPart,
  country: Country,
  state: Part.default(''),
  city: NeededPart,
  district: Part.default(''),
  ward: Part.default(''),
  streetAddress: NeededPart,
  streetNumber: NeededPart,
  zipCode: Text(limits.zipCode.lengthMax, limits.zipCode.lengthMin),
  note: Text(limits.addressNoteLengthMax).default(''),
});

export default endpoints({
  'POST /addresses/create': {
    does: "Add an address to the caller's book.",
    access: 'member',
    body: AddressFields,
    answer: Address,
    fails: ['address_limit', 'country_unknown'],
  },
  'PUT /addresses/:id': {
    does: 'Change an own address. Orders keep theirs.',
    access: 'member',
    params: IdParam,
    body: AddressFields,
    answer: Address,
    fails: ['address_not_found', 'country_unknown'],
  },
  'GET /addresses/search': {
    does: "The caller's addresses.",
    access: 'member',
    query: pageQuery([]),
    answer: pageOf(Address),
  },
  'DELETE /addresses/:id': {
    does: 'Remove an own address. Orders keep theirs.',
    access: 'member',
    params: IdParam,
    answer: Deleted,
    fails: ['address_not_found'],
  },
});
