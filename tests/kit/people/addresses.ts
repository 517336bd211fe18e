/** Delivery addresses in tests. */
import type { BodyOf } from '@web/services/call';
import type { TestHost } from '../host/test-host';

export type NewAddress = BodyOf<'POST /addresses/create'>;

export const defaultAddress: NewAddress = {
  name: 'Fay Fan',
  country: 'DE',
  city: 'Berlin',
  streetAddress: 'Hauptstraße',
  streetNumber: '1',
  zipCode: '10115',
};

/** Adds a delivery address to an account; returns its id. */
export async function addAddress(testHost: TestHost, { token }: { token: string }, changes: Partial<NewAddress> = {}): Promise<string> {
  const { status, data, errorBody } = await testHost.call('POST /addresses/create', { body: { ...defaultAddress, ...changes } }, { token });
  if (status >= 400) throw new Error(`no address: ${JSON.stringify(errorBody)}`);
  return data._id;
}
