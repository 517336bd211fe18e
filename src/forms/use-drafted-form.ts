/** Forms with a draft. In its own module, so that screens without a form do not load react-hook-form. */
import { useEffect, useRef } from 'react';
import { get, useForm } from 'react-hook-form';
import type { FieldValues, UseFormProps, UseFormRegister, UseFormReturn } from 'react-hook-form';
import { useDraftStorage } from './use-draft';

interface FormDraft<T extends FieldValues> {
  draftKey: string;
  /** Fields that are never stored: passwords, files, codes. */
  except?: readonly (keyof T & string)[];
}

/**
 * `register` with a `defaultValue`, so that server renders contain the text and its field does not grow after hydration. Checkboxes get
 * no default: react-hook-form would read their value from the element, and lose that of the draft.
 */
function registerWithDefaults<T extends FieldValues>({ register, formState }: UseFormReturn<T>): UseFormRegister<T> {
  const defaults = formState.defaultValues;
  return (name, options) => {
    const text: unknown = get(defaults, name);
    return { ...register(name, options), ...(typeof text === 'string' && text !== '' && { defaultValue: text }) };
  };
}

/** `useForm` with a draft. Call `removeDraft` after sending. */
export function useDraftedForm<T extends FieldValues>(
  props: UseFormProps<T>,
  { draftKey, except = [] }: FormDraft<T>,
): UseFormReturn<T> & { removeDraft: () => void } {
  const form = useForm<T>(props);
  const { save, remove } = useDraftStorage(draftKey, (draft) => {
    // The defaults are kept, so that restored fields count as changed.
    form.reset({ ...form.getValues(), ...(draft as Partial<T>) }, { keepDefaultValues: true });
  });
  const excluded = useRef(except);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          if (name === undefined) return;
          save(Object.fromEntries(Object.entries(values).filter(([key]) => !excluded.current.includes(key as keyof T & string))));
        },
      }),
    [form, save],
  );
  return { ...form, register: registerWithDefaults(form), removeDraft: remove };
}
