import { useEffect, useRef, type RefObject } from 'react';

/** Invalid fields, and notices with `isFormError`. */
const errorSelector = '[aria-invalid="true"], [data-form-error]';

/** Focuses the first error of a form whenever `fieldErrors` changes. Returns the ref of the element around its fields. */
export function useFocusFirstError<E extends HTMLElement = HTMLFormElement>(fieldErrors: object): RefObject<E | null> {
  const form = useRef<E>(null);
  useEffect(() => {
    if (Object.keys(fieldErrors).length === 0) return;
    const first = form.current?.querySelector<HTMLElement>(errorSelector);
    first?.focus({ preventScroll: true });
    first?.scrollIntoView({ block: 'center' });
  }, [fieldErrors]);
  return form;
}
