/** The number of results. */
import * as limits from '@contract/kernel/limits';
import { numberFormat } from '@web/lib/i18n/intl';

/** `12`, `1,000+`: the API stops counting at its limit. */
export function formatResultCount(total: number): string {
  return `${numberFormat(undefined, {}).format(total)}${total >= limits.page.countedInSearchMax ? '+' : ''}`;
}
