/** The sheet that adds a release: who signed it and when, the form and the ID. */
import * as messages from '@contract/kernel/messages';
import * as limits from '@contract/kernel/limits';
import { useController, useForm } from 'react-hook-form';
import type { Control } from 'react-hook-form';
import { heicTypes } from '@web/lib/files/heic';
import { services } from '@web/services/services';
import { showToast } from '@web/ui/feedback/toast-queue';
import { contractResolver } from '@web/forms/contract-resolver';
import { useIdempotencyKey } from '@web/forms/use-idempotency-key';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { DropZone, sizeText, UploadRow } from '@web/ui/forms/upload';
import { Form } from '@web/ui/forms/form';
import styles from './consent.module.css';

const accept = `image/jpeg,image/png,image/webp,application/pdf,${heicTypes}`;

interface Values {
  name: string;
  dateOfBirth: string;
  signedOn: string;
  form: File | null;
  identity: File | null;
}

const bodyOf = ({ name, dateOfBirth, signedOn }: Values) => ({ name, dateOfBirth, signedOn });

export function NewRelease({ onAdded, onClose }: { onAdded: () => void; onClose: () => void }) {
  const idempotency = useIdempotencyKey();
  const form = useForm<Values>({
    defaultValues: { name: '', dateOfBirth: '', signedOn: '', form: null, identity: null },
    resolver: contractResolver('POST /performer/releases', () => import('@contract/safety/consent'), bodyOf, {
      name: { empty: 'Enter the name as shown on the ID.' },
      dateOfBirth: { empty: 'Enter the date of birth.' },
      signedOn: { empty: 'Enter the date it was signed.' },
      form: { check: (file) => file === null && 'Choose the signed form.' },
      identity: { check: (file) => file === null && 'Choose a photo of the ID.' },
    }),
  });
  const { register, control, formState } = form;
  const { errors } = formState;
  const { busy, error, submit } = useSend(
    form,
    async (values) => {
      if (values.form === null || values.identity === null) return;
      const body = bodyOf(values);
      const files = { form: values.form, identity: values.identity };
      await services.consent['POST /performer/releases']({ files, body }, { idempotencyKey: idempotency.keyOf([body, files]) });
      idempotency.done();
      showToast({ tone: 'ok', text: 'Release added. Our team will check it now.' });
      onAdded();
    },
    { fallbackMessage: messages.saveFailed },
  );

  return (
    <OpenSheet
      title="Add release"
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" busy={busy} onPress={submit}>
            Add release
          </Button>
        </>
      }
    >
      <Form className={styles.form} onSubmit={submit}>
        <Notice>Only you and our team can see these documents. They’re stored encrypted.</Notice>
        <TextField label="Full name" maxLength={limits.legalNameLengthMax} error={errors.name} {...register('name')} />
        <TextField
          label="Date of birth"
          type="date"
          hint={`They must be ${String(limits.performerAgeMin_years)} or older on the day of signing.`}
          error={errors.dateOfBirth}
          {...register('dateOfBirth')}
        />
        <TextField label="Signed on" type="date" error={errors.signedOn} {...register('signedOn')} />
        <DocumentField control={control} name="form" title="Signed form" label="Choose the signed form" />
        <DocumentField control={control} name="identity" title="Their ID" label="Choose a photo of their ID" />
        {error === null ? null : <Notice tone="danger">{error.message}</Notice>}
      </Form>
    </OpenSheet>
  );
}

interface DocumentFieldProps {
  control: Control<Values>;
  name: 'form' | 'identity';
  title: string;
  label: string;
}

function DocumentField({ control, name, title, label }: DocumentFieldProps) {
  const {
    field: { value: file, onChange, ref },
    fieldState,
  } = useController({ control, name });
  return (
    <section className={styles.form} aria-label={title}>
      <strong>{title}</strong>
      {file === null ? (
        <DropZone
          label={label}
          hint={`JPEG, PNG, WebP, HEIC or PDF, up to ${sizeText(limits.upload_bytes.document)}.`}
          accept={accept}
          sizeMax={limits.upload_bytes.document}
          error={fieldState.error?.message}
          ref={ref}
          onFiles={([chosen]) => onChange(chosen ?? null)}
        />
      ) : (
        <>
          <UploadRow name={file.name} size={sizeText(file.size)} state="chosen" />
          <div className={styles.actions}>
            <Button size="small" onPress={() => onChange(null)} aria-label={`Choose another file instead of ${file.name}`}>
              Choose another
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
