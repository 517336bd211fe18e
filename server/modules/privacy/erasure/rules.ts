/**
 * What becomes of each table when somebody is erased: the one place that says it. A test compares it with the schema, and finds
 * a table that stands nowhere here, and a column with words that neither goes nor is emptied nor may stay.
 */
import { account } from './rules.account';
import { among } from './rules.among';
import { money } from './rules.money';
import { published } from './rules.published';
import { site } from './rules.site';
import type { Rule } from './rule';

/** In the order in which they are followed: what is found by the account's own row comes before it. */
export const rules: readonly Rule[] = [...published, ...among, ...money, ...site, ...account];
