/** How a visitor uses a page: by touch, by mouse or by keyboard; and how many controls it takes her to come where she wants. */
import type { Locator, Page } from 'playwright-core';
import { pressByKeys, reach } from './keys';

/** Whose hands they are: phones are touched, desktops have a mouse. */
type Kind = 'phone' | 'desktop';

export interface Hands {
  /**
   * From now on every control that she activates counts, and one more than so many fails; typing, choosing from a list and
   * choosing files are free. Meanwhile phones are touched, and larger screens used by the keyboard alone.
   */
  counts(most: number): void;
  /** The way that was counted ends here: she goes on as she likes. */
  hasCome(): void;
  /** Touches on phones, clicks elsewhere: phones have no mouse that could rest on something. */
  activate(target: Locator): Promise<void>;
  /** Twice, as fast as hands are: it counts once. */
  activateTwice(target: Locator): Promise<void>;
  /** Activates a button or link by its name. `within` narrows to a part of the page. */
  press(name: string | RegExp, within?: Locator): Promise<void>;
  /** The browser's own way back. */
  goBack(): Promise<void>;
  /** Writes into the field of this label. */
  write(label: string, text: string): Promise<void>;
  /** Takes an entry of the list under this label. */
  select(label: string, entry: string): Promise<void>;
  /** Finds an entry of a long list by typing, and takes it. */
  choose(label: string | RegExp, entry: string): Promise<void>;
  /** Presses what opens the browser's choice of files, and takes these. */
  chooseFiles(name: string, files: string | string[]): Promise<void>;
}

/** The field of a label in sight, whether or not the label says that it may be left empty. */
export function fieldOf(page: Page, label: string): Locator {
  return page.getByLabel(new RegExp(`^${label}( \\(optional\\))?$`)).filter({ visible: true });
}

export function handsOf(page: Page, kind: Kind): Hands {
  const way = countedWay();
  const isByKeys = (): boolean => kind === 'desktop' && way.isCounted();
  const touch = (target: Locator): Promise<void> => (kind === 'phone' ? target.tap() : target.click());
  const activate = (target: Locator): Promise<void> => {
    way.step(String(target));
    return isByKeys() ? pressByKeys(page, target) : touch(target);
  };
  const press = (name: string | RegExp, within?: Locator): Promise<void> => {
    const place = within ?? page;
    return activate(
      place
        .getByRole('button', { name, exact: true })
        .or(place.getByRole('link', { name, exact: true }))
        .filter({ visible: true })
        .first(),
    );
  };
  return {
    counts: way.begin,
    hasCome: way.end,
    activate,
    activateTwice: async (target) => {
      way.step(String(target));
      if (isByKeys()) return pressByKeys(page, target, 2);
      return kind === 'phone' ? tapTwice(page, target) : target.dblclick();
    },
    press,
    goBack: async () => {
      way.step('Back');
      await page.goBack();
    },
    write: async (label, text) => {
      const field = fieldOf(page, label);
      if (isByKeys()) await reach(page, field);
      // A key first: filling stands for typing, and what moves because somebody types (an error that goes) is no jump.
      await field.press('Shift');
      await field.fill(text);
    },
    select: async (label, entry) => {
      const field = page.getByLabel(label, { exact: true }).filter({ visible: true });
      if (isByKeys()) await reach(page, field);
      await field.selectOption(entry);
    },
    choose: async (label, entry) => {
      const field = page.getByRole('combobox', { name: label });
      await (isByKeys() ? reach(page, field) : touch(field));
      await field.pressSequentially(entry);
      const found = page.locator('.ant-select-item-option').filter({ hasText: entry }).filter({ visible: true }).first();
      await found.waitFor();
      await (isByKeys() ? page.keyboard.press('Enter') : touch(found));
    },
    chooseFiles: async (name, files) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(name)]);
      await chooser.setFiles(files);
    },
  };
}

/** Two taps where the first one lands, whatever the first one does to what is there. */
async function tapTwice(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const place = await target.boundingBox();
  if (place === null) throw new Error(`${String(target)} is nowhere to be touched.`);
  for (let time = 0; time < 2; time += 1) await page.touchscreen.tap(place.x + place.width / 2, place.y + place.height / 2);
}

/** A way of which the controls are counted, while one is. */
function countedWay() {
  let most: number | null = null;
  let taken: string[] = [];
  return {
    begin: (allowed: number) => {
      [most, taken] = [allowed, []];
    },
    end: () => {
      most = null;
    },
    isCounted: () => most !== null,
    step: (what: string) => {
      if (most === null) return;
      taken.push(what);
      if (taken.length > most) throw new Error(`More than ${String(most)} taps: ${taken.join(', ')}`);
    },
  };
}
