/**
 * What people type and submit before React has hydrated a form. Without this the browser would submit the form itself and lose what was
 * typed, and hydration would reset the fields to their defaults. It is an inline script of every page, since it must run before all others.
 */
import { second_ms } from '@contract/kernel/units';

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * How long a submitted form waits for hydration. Afterwards its scripts are assumed to have failed to load: the browser submits the form
 * by POST, which reloads the page.
 */
const hydrationTimeout_ms = 20 * second_ms;
const globalName = 'resumeForm';

/** The inline script. It is serialized, so it uses nothing from outside. Defines the global function `name`, which `resumeForm` calls. */
function recordEarlyInput(name: string, timeout_ms: number): void {
  /** The state of fields that were changed: `checked` of checkboxes and radios, else `value`. */
  const fields = new Map<Input, string | boolean>();
  /** The submitted forms that wait for their hydration, with the pressed button. */
  const submitted = new Map<HTMLFormElement, HTMLElement | null>();
  const hydrated = new WeakSet<HTMLFormElement>();
  const onInput = ({ target }: Event): void => {
    const field = target as Input;
    if (!field.form || hydrated.has(field.form)) return;
    fields.set(field, field.type === 'checkbox' || field.type === 'radio' ? (field as HTMLInputElement).checked : field.value);
  };
  const onSubmit = (event: SubmitEvent): void => {
    const form = event.target as HTMLFormElement;
    // A form with an `action` works without scripts.
    if (form.hasAttribute('action') || hydrated.has(form)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (submitted.has(form)) return;
    submitted.set(form, event.submitter);
    event.submitter?.setAttribute('aria-busy', 'true');
    setTimeout(() => {
      if (submitted.has(form)) form.submit();
    }, timeout_ms);
  };
  /** Sets a field like user input, even where React has already read the same value from the element and would see no change. */
  const setAsUser = (field: Input, state: string | boolean): void => {
    if (typeof state === 'boolean') {
      const box = field as HTMLInputElement;
      box.checked = !state;
      box.click();
      return;
    }
    // A file cannot be set by a script, and hydration does not reset it.
    if (field.type !== 'file') {
      field.value = '';
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value') ?? {};
      set?.call(field, state);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const resume = (form: HTMLFormElement): void => {
    if (hydrated.has(form)) return;
    hydrated.add(form);
    for (const [field, state] of fields) {
      if (field.form !== form) continue;
      fields.delete(field);
      setAsUser(field, state);
    }
    const submitter = submitted.get(form);
    if (submitter === undefined) return;
    submitted.delete(form);
    submitter?.removeAttribute('aria-busy');
    form.requestSubmit(submitter);
  };
  document.addEventListener('input', onInput, true);
  document.addEventListener('submit', onSubmit, true);
  Object.assign(window, { [name]: resume });
}

/** The source of the inline script. All of the code is inline, since a module for it would be in most bundles. */
export const earlyInputScript = `(${recordEarlyInput.toString()})(${JSON.stringify(globalName)},${String(hydrationTimeout_ms)})`;

/** To be called when a form is hydrated: restores its early input, and submits it if it was submitted. */
export function resumeForm(form: HTMLFormElement): void {
  (window as { [globalName]?: (form: HTMLFormElement) => void })[globalName]?.(form);
}
