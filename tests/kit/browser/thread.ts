/** The open thread of a conversation. */
import type { Locator } from 'playwright-core';
import type { Visitor } from './visitor';

export const composer = (visitor: Visitor): Locator => visitor.page.getByRole('textbox', { name: 'Message', exact: true });
export const log = (visitor: Visitor): Locator => visitor.page.getByRole('log');

export async function sendMessage(visitor: Visitor, text: string): Promise<void> {
  await visitor.fill('Message', text);
  await visitor.press('Send');
  await log(visitor).getByText(text, { exact: true }).waitFor();
}

/** The matching texts in the thread, from top to bottom. */
export const threadTexts = (visitor: Visitor, pattern: RegExp): Promise<string[]> =>
  log(visitor)
    .getByText(pattern)
    .evaluateAll((nodes) => nodes.map((node) => node.textContent));
