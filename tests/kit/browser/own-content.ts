/** The lists and editors of a performer's own content. */
import type { Locator } from 'playwright-core';
import type { Visitor } from './visitor';

export const chooseAudience = (visitor: Visitor, audience: RegExp): Promise<void> =>
  visitor.activate(visitor.page.getByRole('radio', { name: audience }));

/** The row or list item of the performer's own content that has `name`. */
export const itemRow = ({ page }: Visitor, name: string): Locator =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: name }).filter({ visible: true }).first();
