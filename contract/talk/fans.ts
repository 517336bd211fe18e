/** What performers do with their fans: lists, notes, messages to many, and the files that they have sent. */
import { z } from 'zod';
import { Fan, FanList, FanListWithFans, MassMessage, VaultFile } from './chat';
import { Deleted } from '../content/content';
import { endpoints } from '../endpoint';
import * as limits from '../kernel/limits';
import { MessagePrice, MessageText } from './messages';
import { fromQuery, Id, IdParam, Instant, Name, pageOf, pageQuery, Text } from '../kernel/shapes';
import { listRules, massStatuses, vaultTypes } from '../values';

const ListIds = z.array(z.union([z.enum(listRules), Id])).max(limits.listsMax);
const Fans = z.array(Id).max(limits.listFansMax);

/** Nothing of it has a standard: what a change does not name stays as it is. */
const MassContent = z.object({
  text: MessageText,
  fileIds: z.array(Id).max(limits.messageFilesMax),
  isSale: z.boolean().optional(),
  price: MessagePrice.optional(),
  /** Whom it is for: everybody on one of these lists and on none of those. */
  include: ListIds.min(1),
  exclude: ListIds,
  scheduledAt: Instant.nullable().optional(),
});
const NewMass = MassContent.extend({
  text: MassContent.shape.text.default(''),
  fileIds: MassContent.shape.fileIds.default([]),
  exclude: MassContent.shape.exclude.default([]),
});
const massFails = [
  'performer_not_verified',
  'list_not_found',
  'file_not_found',
  'file_already_used',
  'file_type_mismatch',
  'file_required',
  'message_empty',
  'schedule_in_past',
] as const;

export default endpoints({
  'GET /performer/lists': {
    does: 'The lists that the site keeps of the own fans, and the own ones.',
    access: 'performer',
    answer: z.array(FanList),
  },
  'POST /performer/lists': {
    does: 'Make a list of fans.',
    access: 'performer',
    body: z.object({ name: Name, userIds: Fans.default([]) }),
    answer: FanListWithFans,
    fails: ['user_not_found', 'list_limit'],
  },
  'GET /performer/lists/:id': {
    does: 'An own list with who is on it.',
    access: 'performer',
    params: IdParam,
    answer: FanListWithFans,
    fails: ['list_not_found'],
  },
  'PUT /performer/lists/:id': {
    does: 'Rename an own list, replace who is on it, or put fans on it and take others off.',
    access: 'performer',
    params: IdParam,
    body: z.object({ name: Name.optional(), userIds: Fans.optional(), addIds: Fans.default([]), removeIds: Fans.default([]) }),
    answer: FanListWithFans,
    fails: ['list_not_found', 'user_not_found', 'list_limit'],
  },
  'DELETE /performer/lists/:id': {
    does: 'Delete an own list; nobody on it is touched.',
    access: 'performer',
    params: IdParam,
    answer: Deleted,
    fails: ['list_not_found'],
  },
  'GET /performer/fans/:id': {
    does: 'What the performer knows of a fan.',
    access: 'performer',
    params: IdParam,
    answer: Fan,
    fails: ['user_not_found'],
  },
  'PUT /performer/fans/:id/note': {
    does: 'Write down something about a fan that nobody else reads.',
    access: 'performer',
    params: IdParam,
    body: z.object({ text: Text(limits.fanNoteLengthMax) }),
    answer: Fan,
    fails: ['user_not_found'],
  },
  'GET /performer/vault': {
    does: 'Files that were sent in messages, the newest first; with `fanId` also what that fan has of each.',
    access: 'performer',
    helper: 'messages',
    query: pageQuery([]).extend({ type: fromQuery(z.enum(vaultTypes)), fanId: fromQuery(Id) }),
    answer: pageOf(VaultFile),
  },
  'POST /mass-messages/count': {
    does: 'How many fans a message to these lists would reach.',
    access: 'performer',
    body: NewMass.pick({ include: true, exclude: true }),
    answer: z.object({ total: z.number() }),
    fails: ['list_not_found'],
  },
  'POST /mass-messages': {
    does: 'Send a message to many fans, at once or at a time.',
    access: 'performer',
    body: NewMass,
    answer: MassMessage,
    idempotent: true,
    rate: 'massMessage',
    fails: massFails,
  },
  'GET /mass-messages': {
    does: 'The messages to many of the caller.',
    access: 'performer',
    query: pageQuery([]).extend({ status: fromQuery(z.enum(massStatuses)) }),
    answer: pageOf(MassMessage),
  },
  'GET /mass-messages/:id': {
    does: 'One of them.',
    access: 'performer',
    params: IdParam,
    answer: MassMessage,
    fails: ['mass_message_not_found'],
  },
  'PUT /mass-messages/:id': {
    does: 'Change one that waits for its time.',
    access: 'performer',
    params: IdParam,
    body: MassContent.partial(),
    answer: MassMessage,
    fails: ['mass_message_not_found', 'already_sent', ...massFails],
  },
  'DELETE /mass-messages/:id': {
    does: 'Take one back: before its time whole, afterwards from everybody who has not bought it.',
    access: 'performer',
    params: IdParam,
    answer: MassMessage,
    fails: ['mass_message_not_found', 'already_so'],
  },
});
