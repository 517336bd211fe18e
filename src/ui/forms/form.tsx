/**
 * A form that scripts handle. Its method keeps passwords out of the address if the browser ever submits it itself. What is typed and
 * submitted before its hydration is not lost. Only forms that also work without scripts use the element itself.
 */
import { useEffect, useRef, type ComponentPropsWithoutRef, type RefObject } from 'react';
import { resumeForm } from '@web/lib/early-input';

export interface FormProps extends ComponentPropsWithoutRef<'form'> {
  ref?: RefObject<HTMLFormElement | null>;
}

export function Form({ ref, ...props }: FormProps) {
  const own = useRef<HTMLFormElement>(null);
  const form = ref ?? own;
  useEffect(() => {
    if (form.current) resumeForm(form.current);
  }, [form]);
  return <form method="post" noValidate {...props} ref={form} />;
}
