/**
 * The erasure rules of all tables. A test compares them with the schema, and finds a table without a rule, and a text column of a
 * remaining row that is neither emptied nor allowed to stay.
 */
import { accountRules } from './rules.account';
import { interactionRules } from './rules.interactions';
import { moneyRules } from './rules.money';
import { contentRules } from './rules.published';
import { siteRules } from './rules.site';
import type { ErasureRule } from './rule';

/** In the order of their application: rules that find rows through the account's own row come before it. */
export const erasureRules: readonly ErasureRule[] = [...contentRules, ...interactionRules, ...moneyRules, ...siteRules, ...accountRules];
