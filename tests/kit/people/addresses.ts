/** Address books in tests. */
import type { BodyOf } from '@web/services/call';
import type { World } from '../host/test-host';

export type Place = BodyOf<'POST /addresses/create'>;

export const home: Place = {
  name: 'Fay Fan',
  country: 'DE',
  city: 'Berlin',
  streetAddress: 'Hauptstraße',
  streetNumber: '1',
  zipCode: '10115',
};

/** Writes a home into somebody's book; answers its id. */
export async function homeOf(world: World, { token }: { token: string }, place: Partial<Place> = {}): Promise<string> {
  const { status, data, refusal } = await world.call('POST /addresses/create', { body: { ...home, ...place } }, { token });
  if (status >= 400) throw new Error(`no address: ${JSON.stringify(refusal)}`);
  return data._id;
}
