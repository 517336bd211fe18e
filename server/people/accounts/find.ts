/** User search, for performers and operators. Does not match email addresses. */
import { and, eq, ne } from 'drizzle-orm';
import type { Parsed, HandlerResult } from '@contract/kernel/endpoint';
import type { Api } from '@contract/api';
import { Id, type Page } from '@contract/kernel/shapes';
import { readPage } from '../../platform/db/paging';
import type { Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { blockOf, notBlocked } from '../blocking/blocking';
import { findAccount, peopleByIds, type Person } from '../people/rows';
import { nameMatches } from '../people/name-search';
import { hasRight } from '../../platform/rights';

type SearchQuery = Parsed<Api['GET /users/search']>['query'];
export type ViewedPerson = HandlerResult<Api['GET /users/view/:id']>;

/** People by name or username, without operators, suspended accounts and people blocked in either direction. */
export function searchPeople(ctx: Context, actor: Actor, query: SearchQuery): Promise<Page<Person>> {
  const { id, createdAt, updatedAt, username } = accounts;
  const source = ctx.db
    .select({ id, createdAt, updatedAt, username })
    .from(accounts)
    .where(
      and(
        eq(accounts.status, 'active'),
        ne(accounts.role, 'operator'),
        query.q === undefined ? undefined : nameMatches(query.q),
        query.gender === undefined ? undefined : eq(accounts.gender, query.gender),
        query.country === undefined ? undefined : eq(accounts.country, query.country),
        hasRight(actor, 'people.read') ? undefined : notBlocked(accounts.id, actor.id),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => peopleByIds(ctx, ids));
}

/**
 * One person, as performers, operators and the person themselves see them. Rejects with user_not_found, including if the caller may not see
 * the person. A person the caller has blocked is still returned.
 */
export async function viewPerson(ctx: Context, actor: Actor, id: string): Promise<ViewedPerson> {
  const accountId = id === 'me' ? actor.id : Id.safeParse(id).data;
  const isSelf = accountId === actor.id;
  const isOperator = hasRight(actor, 'people.read');
  if (accountId === undefined || !(isSelf || isOperator || actor.isPerformer)) return fail('user_not_found');
  const [row, people, block] = await Promise.all([
    findAccount(ctx, accountId),
    peopleByIds(ctx, [accountId]),
    isSelf || isOperator ? 'none' : blockOf(ctx, actor.id, accountId),
  ]);
  const person = people.get(accountId);
  if (!row || !person || (row.status !== 'active' && !isOperator) || block === 'theirs') return fail('user_not_found');
  return { ...person, country: row.country, createdAt: row.createdAt, isBlocked: block === 'own' };
}
