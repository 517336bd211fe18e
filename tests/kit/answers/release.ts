/** A fixture of a signed model release, as the API returns it to its owner. */
import type { ResponseOf } from '@web/services/call';
import { storedFile } from './files';

type Release = ResponseOf<'GET /performer/releases'>['data'][number];

export const release = (changes: Partial<Release> = {}): Release => ({
  _id: '0198c0de-0000-7000-8000-0000000a0001',
  name: 'Mina Roth',
  dateOfBirth: '1990-05-01',
  signedOn: '2026-01-10',
  status: 'waiting',
  note: '',
  items: 0,
  decidedAt: null,
  createdAt: '2026-05-01T10:00:00.000Z',
  form: storedFile('document', { _id: '0198c0de-0000-7000-8000-0000000000f1' }),
  identity: storedFile('document', { _id: '0198c0de-0000-7000-8000-0000000000f2' }),
  ...changes,
});
