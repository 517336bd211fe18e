/** A performer's tools for fans: lists, notes, mass messages, and the vault of sent files. */
import * as z from 'zod';
import { Fan, FanList, FanListWithFans, MassMessage, VaultFile } from './chat';
import { Deleted } from '../content/content';
import { endpoints } from '../kernel/endpoint';
import * as limits from '../kernel/limits';
import { MessagePrice, MessageText } from './messages';
import { fromQuery, Id, IdParam, Instant, Name, pageOf, pageQuery, Text } from '../kernel/shapes';
import { listRules, massMessageStatuses, vaultTypes } from '../kernel/values/messages';

const ListIds = z.array(z.union([z.enum(listRules), Id])).max(limits.listsMax);
const Fans = z.array(Id).max(limits.listFansMax);

/** Has no defaults, so that fields absent from an update stay unchanged. */
const MassMessageFields = z.object({
  text: MessageText,
  fileIds: z.array(Id).max(limits.messageFilesMax),
  isSale: z.boolean().optional(),
  price: MessagePrice.optional(),
  /** The recipients: fans on any `include` list and on no `exclude` list. */
  include: ListIds.min(1),
  exclude: ListIds,
  scheduledAt: Instant.nullable().optional(),
});
const NewMassMessage = MassMessageFields.extend({
  text: MassMessageFields.shape.text.default(''),
  fileIds: MassMessageFields.shape.fileIds.default([]),
  exclude: MassMessageFields.shape.exclude.default([]),
});
const massMessageErrors = [
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
    summary: "The caller's lists of fans: automatic ones and custom ones.",
    access: 'performer',
    response: z.array(FanList),
  },
  'POST /performer/lists': {
    summary: 'Create a list of fans.',
    access: 'performer',
    body: z.object({ name: Name, userIds: Fans.default([]) }),
    response: FanListWithFans,
    errors: ['user_not_found', 'list_limit'],
  },
  'GET /performer/lists/:id': {
    summary: "One of the caller's lists, with its members.",
    access: 'performer',
    params: IdParam,
    response: FanListWithFans,
    errors: ['list_not_found'],
  },
  'PUT /performer/lists/:id': {
    summary: "Rename one of the caller's lists, replace its members, or add and remove fans.",
    access: 'performer',
    params: IdParam,
    body: z.object({ name: Name.optional(), userIds: Fans.optional(), addIds: Fans.default([]), removeIds: Fans.default([]) }),
    response: FanListWithFans,
    errors: ['list_not_found', 'user_not_found', 'list_limit'],
  },
  'DELETE /performer/lists/:id': {
    summary: "Delete one of the caller's lists. Its members are not affected.",
    access: 'performer',
    params: IdParam,
    response: Deleted,
    errors: ['list_not_found'],
  },
  'GET /performer/fans/:id': {
    summary: 'A fan as the performer sees them: notes, spending and subscription.',
    access: 'performer',
    params: IdParam,
    response: Fan,
    errors: ['user_not_found'],
  },
  'PUT /performer/fans/:id/note': {
    summary: 'Save a note about a fan that only the performer can read.',
    access: 'performer',
    params: IdParam,
    body: z.object({ text: Text(limits.fanNoteLengthMax) }),
    response: Fan,
    errors: ['user_not_found'],
  },
  'GET /performer/vault': {
    summary: 'Files sent in messages, newest first. With `fanId`, also whether each was sent to or bought by that fan.',
    access: 'performer',
    delegate: 'messages',
    query: pageQuery([]).extend({ type: fromQuery(z.enum(vaultTypes)), fanId: fromQuery(Id) }),
    response: pageOf(VaultFile),
  },
  'POST /mass-messages/count': {
    summary: 'Count the fans that a message to these lists would reach.',
    access: 'performer',
    body: NewMassMessage.pick({ include: true, exclude: true }),
    response: z.object({ total: z.number() }),
    errors: ['list_not_found'],
  },
  'POST /mass-messages': {
    summary: 'Send a message to many fans, now or at a scheduled time.',
    access: 'performer',
    body: NewMassMessage,
    response: MassMessage,
    idempotent: 'creation',
    rateLimit: 'massMessage',
    errors: massMessageErrors,
  },
  'GET /mass-messages': {
    summary: "The caller's mass messages.",
    access: 'performer',
    query: pageQuery([]).extend({ status: fromQuery(z.enum(massMessageStatuses)) }),
    response: pageOf(MassMessage),
  },
  'GET /mass-messages/:id': {
    summary: "One of the caller's mass messages.",
    access: 'performer',
    params: IdParam,
    response: MassMessage,
    errors: ['mass_message_not_found'],
  },
  'PUT /mass-messages/:id': {
    summary: 'Change a scheduled mass message.',
    access: 'performer',
    params: IdParam,
    body: MassMessageFields.partial(),
    response: MassMessage,
    errors: ['mass_message_not_found', 'already_sent', ...massMessageErrors],
  },
  'DELETE /mass-messages/:id': {
    summary: 'Unsend a mass message: cancel it before it is sent, or delete it for recipients who have not bought it.',
    access: 'performer',
    params: IdParam,
    response: MassMessage,
    errors: ['mass_message_not_found', 'already_so'],
  },
});
