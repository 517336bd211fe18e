import * as limits from '@contract/kernel/limits';

/** A badge's number, capped: `99+` where the server counts up to 100. */
export const badgeText = (count: number): string =>
  count < limits.unreadCountedMax ? String(count) : `${String(limits.unreadCountedMax - 1)}+`;
