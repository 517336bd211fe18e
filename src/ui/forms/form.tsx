/**
 * A form that is submitted by scripts. `method="post"` keeps passwords out of the URL if the browser submits it natively. Input and submits
 * from before hydration are replayed. Forms that also work without scripts use `<form>` directly.
 */
import { useEffect, useRef, type ComponentPropsWithoutRef, type RefObject } from 'react';
import { resumeForm } from '@web/lib/early-input';

export interface FormProps extends ComponentPropsWithoutRef<'form'> {
  ref?: RefObject<HTMLFormElement | null>;
}

export function Form({ ref, ...props }: FormProps) {
  const internalRef = useRef<HTMLFormElement>(null);
  const form = ref ?? internalRef;
  useEffect(() => {
    if (form.current) resumeForm(form.current);
  }, [form]);
  return <form method="post" noValidate {...props} ref={form} />;
}
