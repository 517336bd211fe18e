/** How many were found, in figures. */
import * as limits from '@contract/kernel/limits';
import { numberFormat } from '@web/lib/intl';

/** `12`, `1,000+`: the host counts no further than its limit, where there may be more. */
export function counted(total: number): string {
  return `${numberFormat(undefined, {}).format(total)}${total >= limits.page.countedInSearchMax ? '+' : ''}`;
}
