/** Third step: two identity documents, chosen here and uploaded with the other fields; a bar shows the progress. */
import * as limits from '@contract/kernel/limits';
import { Controller } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { heicTypes } from '@web/lib/files/heic';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { DropZone, sizeText, UploadRow } from '@web/ui/forms/upload';
import type { PerformerValues } from './performer-values';
import styles from './registration.module.css';

/** The progress of the upload. `percent` is from 0 to 100. */
export interface UploadProgress {
  percent: number;
  onCancel: () => void;
}

const accept = `image/jpeg,image/png,image/webp,application/pdf,${heicTypes}`;

const documents = [
  {
    field: 'idVerification',
    title: 'Your ID',
    label: 'Choose a photo of your ID',
    hint: 'Passport, ID card or driver’s license with all 4 corners visible.',
  },
  {
    field: 'documentVerification',
    title: 'You with your ID',
    label: 'Choose a photo of you holding your ID',
    hint: 'Your face and your ID in the same photo.',
  },
] as const;

export function DocumentsStep({ form, progress }: { form: UseFormReturn<PerformerValues>; progress: UploadProgress | null }) {
  return (
    <div className={styles.papers}>
      <Notice>Only our review team can see your documents. They’re encrypted, and we strip location data from photos.</Notice>
      {documents.map(({ field: name, title, label, hint }) => (
        <section key={name} className={styles.paper}>
          <h2 className={styles.paperTitle}>{title}</h2>
          <Controller
            control={form.control}
            name={name}
            rules={{ validate: (file) => file !== null || 'Choose a file.' }}
            render={({ field, fieldState }) =>
              field.value === null ? (
                <DropZone
                  label={label}
                  hint={`${hint} JPEG, PNG, WebP, HEIC or PDF, up to ${sizeText(limits.upload_bytes.document)}.`}
                  accept={accept}
                  sizeMax={limits.upload_bytes.document}
                  error={fieldState.error?.message}
                  onFiles={([file]) => field.onChange(file ?? null)}
                />
              ) : (
                <ChosenFile
                  file={field.value}
                  progress={progress}
                  reason={fieldState.error?.message}
                  onRemove={() => field.onChange(null)}
                />
              )
            }
          />
        </section>
      ))}
    </div>
  );
}

interface ChosenFileProps {
  file: File;
  progress: UploadProgress | null;
  reason: string | undefined;
  onRemove: () => void;
}

function ChosenFile({ file, progress, reason, onRemove }: ChosenFileProps) {
  if (progress !== null) {
    const isUploaded = progress.percent >= 100;
    return (
      <UploadRow
        name={file.name}
        size={sizeText(file.size)}
        state={isUploaded ? 'processing' : 'sending'}
        percent={progress.percent}
        {...(isUploaded ? {} : { onCancel: progress.onCancel })}
      />
    );
  }
  return (
    <>
      <UploadRow
        name={file.name}
        size={sizeText(file.size)}
        state={reason === undefined ? 'chosen' : 'failed'}
        reason={reason ?? 'sent with your application'}
      />
      <div className={styles.actions}>
        <Button size="small" onPress={onRemove} aria-label={`Choose another file instead of ${file.name}`}>
          Choose another
        </Button>
      </div>
    </>
  );
}
