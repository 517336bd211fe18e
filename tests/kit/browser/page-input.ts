/** How a visitor operates a page: by touch, by mouse or by keyboard; and how many activations reaching a goal takes. */
import type { Locator, Page } from 'playwright-core';
import { pressByKeys, focusByKeys } from './keys';

/** Phones are touched, desktops have a mouse. */
type DeviceKind = 'phone' | 'desktop';

export interface PageInput {
  /**
   * From now on every activation of a control is counted, and more than `most` fail the test. Typing, selecting from a list and
   * choosing files are free. While counting, phones are touched and desktops are operated by keyboard alone.
   */
  limitActivations(most: number): void;
  /** Ends the counting. */
  stopCounting(): void;
  /** Taps on phones, and clicks on desktops: phones have no mouse that could hover. */
  activate(target: Locator): Promise<void>;
  /** Activates twice in quick succession; counts as one activation. */
  activateTwice(target: Locator): Promise<void>;
  /** Activates a button or link by its name. `within` limits the search to a part of the page. */
  press(name: string | RegExp, within?: Locator): Promise<void>;
  /** The browser's back button. */
  goBack(): Promise<void>;
  /** Fills the field with this label. */
  fill(label: string, text: string): Promise<void>;
  /** Selects an entry of the list with this label. */
  select(label: string, entry: string): Promise<void>;
  /** Finds an entry of a long list by typing, and selects it. */
  chooseEntry(label: string | RegExp, entry: string): Promise<void>;
  /** Presses the control that opens the file chooser, and chooses these files. */
  chooseFiles(name: string, files: string | string[]): Promise<void>;
}

/** The visible field of a label, whether or not the label says that it is optional. */
export function fieldOf(page: Page, label: string): Locator {
  return page.getByLabel(new RegExp(`^${label}( \\(optional\\))?$`)).filter({ visible: true });
}

export function pageInputOf(page: Page, kind: DeviceKind): PageInput {
  const counter = activationCounter();
  const usesKeyboard = (): boolean => kind === 'desktop' && counter.isCounted();
  const tapOrClick = (target: Locator): Promise<void> => (kind === 'phone' ? target.tap() : target.click());
  const activate = (target: Locator): Promise<void> => {
    counter.step(String(target));
    return usesKeyboard() ? pressByKeys(page, target) : tapOrClick(target);
  };
  const press = (name: string | RegExp, within?: Locator): Promise<void> => {
    const root = within ?? page;
    return activate(
      root
        .getByRole('button', { name, exact: true })
        .or(root.getByRole('link', { name, exact: true }))
        .filter({ visible: true })
        .first(),
    );
  };
  return {
    limitActivations: counter.begin,
    stopCounting: counter.end,
    activate,
    activateTwice: async (target) => {
      counter.step(String(target));
      if (usesKeyboard()) return pressByKeys(page, target, 2);
      return kind === 'phone' ? tapTwice(page, target) : target.dblclick();
    },
    press,
    goBack: async () => {
      counter.step('Back');
      await page.goBack();
    },
    fill: async (label, text) => {
      const field = fieldOf(page, label);
      if (usesKeyboard()) await focusByKeys(page, field);
      // A key press first: `fill` simulates typing, and layout shifts caused by typing (an error that disappears) are allowed.
      await field.press('Shift');
      await field.fill(text);
    },
    select: async (label, entry) => {
      const field = page.getByLabel(label, { exact: true }).filter({ visible: true });
      if (usesKeyboard()) await focusByKeys(page, field);
      await field.selectOption(entry);
    },
    chooseEntry: async (label, entry) => {
      const field = page.getByRole('combobox', { name: label });
      await (usesKeyboard() ? focusByKeys(page, field) : tapOrClick(field));
      await field.pressSequentially(entry);
      const option = page.locator('.ant-select-item-option').filter({ hasText: entry }).filter({ visible: true }).first();
      await option.waitFor();
      await (usesKeyboard() ? page.keyboard.press('Enter') : tapOrClick(option));
    },
    chooseFiles: async (name, files) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(name)]);
      await chooser.setFiles(files);
    },
  };
}

/** Two taps at the position of the first, whatever the first one does to the element. */
async function tapTwice(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${String(target)} is not visible and cannot be tapped.`);
  for (let time = 0; time < 2; time += 1) await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

/** Counts activations while a limit is set. */
function activationCounter() {
  let most: number | null = null;
  let activations: string[] = [];
  return {
    begin: (allowed: number) => {
      [most, activations] = [allowed, []];
    },
    end: () => {
      most = null;
    },
    isCounted: () => most !== null,
    step: (what: string) => {
      if (most === null) return;
      activations.push(what);
      if (activations.length > most) throw new Error(`More than ${String(most)} taps: ${activations.join(', ')}`);
    },
  };
}
