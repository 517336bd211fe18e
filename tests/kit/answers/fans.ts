/** Fixtures of fans, fan lists, vault files and mass messages as the API returns them, for tests of screens. */
import type { ResponseOf } from '@web/services/call';
import { fan } from './accounts';
import { photoFile } from './media-files';

type Fan = ResponseOf<'GET /performer/fans/:id'>;
type FanList = ResponseOf<'GET /performer/lists'>[number];
type VaultFile = ResponseOf<'GET /performer/vault'>['data'][number];
type MassMessage = ResponseOf<'GET /mass-messages/:id'>;

const { _id, username, name, avatar } = fan();
export const finn: Fan['person'] = { _id, username, name, avatar, isPerformer: false, isVerified: false, isOnline: false };

export const fanDetails = (changes: Partial<Fan> = {}): Fan => ({
  person: finn,
  note: '',
  totalSpent: 20,
  isFollowing: true,
  subscription: { status: 'active', startedAt: '2026-05-01T10:00:00.000Z', expiredAt: '2026-06-01T10:00:00.000Z' },
  lists: [],
  ...changes,
});

export const fanList = (changes: Partial<FanList> = {}): FanList => ({
  _id: '0198c0de-0000-7000-8000-0000000000c1',
  name: 'Regulars',
  rule: null,
  total: 3,
  createdAt: '2026-05-01T10:00:00.000Z',
  ...changes,
});

export const vaultFile = (changes: Partial<VaultFile> = {}): VaultFile => ({
  ...photoFile(),
  type: 'message-photo',
  sentTo: 0,
  boughtBy: 0,
  mark: null,
  ...changes,
});

export const massMessage = (changes: Partial<MassMessage> = {}): MassMessage => ({
  _id: '0198c0de-0000-7000-8000-0000000000d1',
  text: 'New pictures for you',
  files: [],
  isSale: false,
  price: null,
  include: ['subscribers'],
  exclude: [],
  status: 'sent',
  scheduledAt: null,
  recipients: 240,
  sent: 240,
  seen: 120,
  bought: 0,
  received: 0,
  createdAt: '2026-05-01T10:00:00.000Z',
  updatedAt: '2026-05-01T10:00:00.000Z',
  ...changes,
});
