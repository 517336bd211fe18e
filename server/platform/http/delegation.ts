/**
 * Delegation: a delegate acts for a performer's account in a separate session, which may only call endpoints that name one of the
 * delegate's rights. Each action is logged with the delegate.
 */
import type { Name } from '@contract/api';
import type { Endpoint } from '@contract/kernel/endpoint';
import { audit } from '../audit/audit';
import { inTransaction, type Context } from '../context';
import { delegateActions } from '../db/schema/delegation';
import { fail } from '../../kernel/api-error';
import { ReplayedResponse } from '../idempotency/idempotency';
import type { Actor, Delegate } from './actor';
import type { Client } from './client';
import { changedFields, readItemFields, type ItemFields } from './item-snapshot';

/** Whether a delegate may call an endpoint. */
export const mayDelegateCall = ({ delegate }: Pick<Endpoint, 'delegate'>, { rights }: Pick<Delegate, 'rights'>): boolean =>
  delegate === 'any' || (delegate !== undefined && [delegate].flat().some((right) => rights.includes(right)));

/** Rejects delegates without a right to the endpoint, and logs the attempt. */
export async function assertDelegateMayCall(ctx: Context, name: Name, rule: Endpoint, actor: Actor, client: Client): Promise<void> {
  if (!actor.delegate || mayDelegateCall(rule, actor.delegate)) return;
  const after = { performerId: actor.id };
  await audit(ctx, actor, client, { action: 'helping.refused', targetType: 'endpoint', targetId: name, after });
  fail('forbidden_right');
}

/** A request that is logged if a delegate makes it. */
interface LoggedRequest {
  name: Name;
  rule: Endpoint;
  actor: Actor | null;
  client: Client;
  params: unknown;
}

const idIn = (value: unknown): string | null => {
  const id = (value as { id?: unknown; _id?: unknown } | null)?.id ?? (value as { _id?: unknown } | null)?._id;
  return typeof id === 'string' ? id : null;
};

/** Not logged: reads, chunks of an upload (its start is logged), and calls that every delegate's session makes. */
const isLogged = (name: Name, { requestBody, delegate, delegateLog }: Endpoint): boolean =>
  !name.startsWith('GET ') && requestBody === undefined && delegate !== 'any' && delegateLog !== 'none';

/** The id of the existing target in the URL; null if the action creates its target. */
const existingTarget = ({ rule, params }: LoggedRequest): string | null => (rule.delegateLog === 'responseId' ? null : idIn(params));

/** Writes the action to the audit log, for items with their fields before and after. */
async function writeAudit(ctx: Context, request: LoggedRequest, actor: Actor, result: unknown, fieldsBefore: ItemFields): Promise<void> {
  const { name, client } = request;
  const targetId = existingTarget(request) ?? idIn(result);
  const fieldsAfter = await readItemFields(ctx, actor.id, targetId);
  const before = changedFields(fieldsBefore, fieldsAfter);
  await audit(ctx, actor, client, {
    action: 'helping.act',
    targetType: 'account',
    targetId: actor.id,
    ...(Object.keys(before).length > 0 && { before }),
    after: { did: name, item: targetId, ...changedFields(fieldsAfter, fieldsBefore) },
  });
}

async function storeAction(ctx: Context, request: LoggedRequest, { id, delegate }: Actor, result: unknown): Promise<void> {
  const targetId = existingTarget(request);
  await ctx.db.insert(delegateActions).values({
    id: ctx.random.id(),
    performerId: id,
    helperId: delegate?.id ?? null,
    endpoint: request.name,
    createdAt: ctx.clock.now(),
    targetId: targetId ?? idIn(result),
    isMade: targetId === null,
  });
}

/**
 * Runs `handle`, and logs it in the same transaction if the actor is a delegate. Endpoints that take files wait for disks and
 * ffmpeg, for which no transaction should stay open: they are logged before they start, so that no action goes unlogged.
 */
export async function withDelegateLog<T>(
  ctx: Context,
  request: LoggedRequest,
  handle: (ctx: Context) => Promise<T>,
  responseOf: (result: T) => unknown,
): Promise<T> {
  const { actor, name, rule } = request;
  if (!actor?.delegate || !isLogged(name, rule)) return handle(ctx);
  const targetId = existingTarget(request);
  if (rule.files) {
    const fieldsBefore = await readItemFields(ctx, actor.id, targetId);
    await writeAudit(ctx, request, actor, null, fieldsBefore);
    const result = await handle(ctx);
    if (result instanceof ReplayedResponse) return result;
    await storeAction(ctx, request, actor, responseOf(result));
    // A second entry, with the fields that the action changed.
    if (targetId !== null) await writeAudit(ctx, request, actor, responseOf(result), fieldsBefore);
    return result;
  }
  return inTransaction(ctx, async (tx) => {
    const fieldsBefore = await readItemFields(tx, actor.id, targetId);
    const result = await handle(tx);
    if (result instanceof ReplayedResponse) return result;
    await storeAction(tx, request, actor, responseOf(result));
    // Last, because entries of the audit log block each other until the commit.
    await writeAudit(tx, request, actor, responseOf(result), fieldsBefore);
    return result;
  });
}
