/**
 * What people type and submit before React has hydrated a form. Without this the browser would submit the form itself and lose what was
 * typed, and hydration would reset the fields to their defaults. It is an inline script of every page, since it must run before all others.
 */
import { second_ms } from '@contract/kernel/units';

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** If a form is not hydrated this long after its submit, its scripts are not coming: the browser submits it by POST, which reloads the page. */
const giveUp_ms = 20 * second_ms;
const storedAs = 'resumeForm';

/** The inline script: it uses nothing from outside, and defines the global that `resumeForm` calls. */
function listen(name: string, wait_ms: number): void {
  /** The state of fields that were changed: `checked` of checkboxes and radios, else `value`. */
  const fields = new Map<Input, string | boolean>();
  /** The forms that wait for their hydration, with the pressed button. */
  const submitted = new Map<HTMLFormElement, HTMLElement | null>();
  const hydrated = new WeakSet<HTMLFormElement>();
  const onInput = ({ target }: Event): void => {
    const field = target as Input;
    if (!field.form || hydrated.has(field.form)) return;
    fields.set(field, field.type === 'checkbox' || field.type === 'radio' ? (field as HTMLInputElement).checked : field.value);
  };
  const onSubmit = (event: SubmitEvent): void => {
    const form = event.target as HTMLFormElement;
    // A form with an address works without scripts.
    if (form.hasAttribute('action') || hydrated.has(form)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (submitted.has(form)) return;
    submitted.set(form, event.submitter);
    event.submitter?.setAttribute('aria-busy', 'true');
    setTimeout(() => {
      if (submitted.has(form)) form.submit();
    }, wait_ms);
  };
  /** Sets a field as if a person had, also where React has read the same value from the element and would see no change. */
  const enter = (field: Input, state: string | boolean): void => {
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
      enter(field, state);
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

/** The source of the inline script. All of it is there, because forms are in most bundles. */
export const earlyInputScript = `(${listen.toString()})(${JSON.stringify(storedAs)},${String(giveUp_ms)})`;

/** Call when a form is hydrated: enters again what was typed before, and submits the form if it was submitted. */
export function resumeForm(form: HTMLFormElement): void {
  (window as { [storedAs]?: (form: HTMLFormElement) => void })[storedAs]?.(form);
}
