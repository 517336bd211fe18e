/** Operating a page by keyboard: Tab and Shift+Tab, arrows within a group of radio buttons, Enter and Space. */
import type { Locator, Page } from 'playwright-core';

const stops_max = 200;

/** Runs in the page: the key that moves the focus towards an element, or null when the element has the focus. */
function keyTowards(element: Element): string | null {
  const focused = document.activeElement;
  if (focused === element) return null;
  const isRadio = (candidate: Element | null): candidate is HTMLInputElement =>
    candidate instanceof HTMLInputElement && candidate.type === 'radio';
  // A radio group is one tab stop; arrow keys move within it.
  if (isRadio(focused) && isRadio(element) && focused.name === element.name)
    return focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING ? 'ArrowDown' : 'ArrowUp';
  const isBefore =
    focused !== null && focused !== document.body && focused.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_PRECEDING;
  return isBefore ? 'Shift+Tab' : 'Tab';
}

/** Moves the focus to the target, stop by stop. */
export async function focusByKeys(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < stops_max; stop += 1) {
    const key = await target.evaluate(keyTowards);
    if (key === null) return;
    await page.keyboard.press(key);
  }
  throw new Error(`The keys never led to ${String(target)}.`);
}

/** The key that activates the element in browsers. */
const keyOf = (element: Element): string => (element instanceof HTMLInputElement ? 'Space' : 'Enter');

/** Focuses a control and activates it, once or several times in quick succession. */
export async function pressByKeys(page: Page, target: Locator, times = 1): Promise<void> {
  await target.and(page.locator(':enabled, a[href]')).first().waitFor();
  await focusByKeys(page, target);
  const key = await target.evaluate(keyOf);
  for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
}
