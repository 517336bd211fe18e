import * as limits from '@contract/kernel/limits';

/** A number as it stands in a badge: from as many on as are counted, one less and a plus. */
export const badgeText = (count: number): string =>
  count < limits.unreadCountedMax ? String(count) : `${String(limits.unreadCountedMax - 1)}+`;
