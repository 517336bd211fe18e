/** A page as it is used without a mouse: Tab and its way back, arrows within a group of choices, Enter and Space. */
import type { Locator, Page } from 'playwright-core';

const stops_max = 200;

/** Runs in the page: the key that leads from where the focus is towards an element, or null where it is there. */
function keyTowards(element: Element): string | null {
  const here = document.activeElement;
  if (here === element) return null;
  const isChoice = (one: Element | null): one is HTMLInputElement => one instanceof HTMLInputElement && one.type === 'radio';
  // A group of choices is one stop; arrows go on within it.
  if (isChoice(here) && isChoice(element) && here.name === element.name)
    return here.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING ? 'ArrowDown' : 'ArrowUp';
  const isBehind = here !== null && here !== document.body && here.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_PRECEDING;
  return isBehind ? 'Shift+Tab' : 'Tab';
}

/** Brings the focus to it, stop by stop. */
export async function reach(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < stops_max; stop += 1) {
    const key = await target.evaluate(keyTowards);
    if (key === null) return;
    await page.keyboard.press(key);
  }
  throw new Error(`The keys never led to ${String(target)}.`);
}

/** What presses it, as browsers have it. */
const keyOf = (element: Element): string => (element instanceof HTMLInputElement ? 'Space' : 'Enter');

/** Reaches a control and presses it, once or several times as fast as keys go. */
export async function pressByKeys(page: Page, target: Locator, times = 1): Promise<void> {
  await target.and(page.locator(':enabled, a[href]')).first().waitFor();
  await reach(page, target);
  const key = await target.evaluate(keyOf);
  for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
}
