/** Third step: two papers, chosen here and sent with everything else; a bar shows how far they are. */
import * as limits from '@contract/kernel/limits';
import { Controller } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { DropZone, sizeWords, UploadRow } from '@web/ui/forms/upload';
import type { PerformerValues } from './performer-values';
import styles from './registration.module.css';

/** How far the sending is. */
export interface Sent {
  percent: number;
  onCancel: () => void;
}

const accept = 'image/jpeg,image/png,image/webp,application/pdf';

const papers = [
  {
    field: 'idVerification',
    title: 'Your ID',
    label: 'Choose a picture of your ID',
    hint: 'Passport, ID card or driving licence, all four corners in view.',
  },
  {
    field: 'documentVerification',
    title: 'You with your ID',
    label: 'Choose a picture of you holding your ID',
    hint: 'Your face and the card in one picture.',
  },
] as const;

export function DocumentsStep({ form, sent }: { form: UseFormReturn<PerformerValues>; sent: Sent | null }) {
  return (
    <div className={styles.papers}>
      <Notice>Only the site’s team sees these papers. They are stored encrypted, and position data is removed from photos.</Notice>
      {papers.map(({ field: name, title, label, hint }) => (
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
                  hint={`${hint} JPEG, PNG, WebP or PDF, up to ${sizeWords(limits.upload_bytes.document)}.`}
                  accept={accept}
                  sizeMax={limits.upload_bytes.document}
                  error={fieldState.error?.message}
                  onFiles={([file]) => field.onChange(file ?? null)}
                />
              ) : (
                <Chosen file={field.value} sent={sent} reason={fieldState.error?.message} onRemove={() => field.onChange(null)} />
              )
            }
          />
        </section>
      ))}
    </div>
  );
}

interface ChosenProps {
  file: File;
  sent: Sent | null;
  reason: string | undefined;
  onRemove: () => void;
}

function Chosen({ file, sent, reason, onRemove }: ChosenProps) {
  if (sent !== null) {
    const isThere = sent.percent >= 100;
    return (
      <UploadRow
        name={file.name}
        size={sizeWords(file.size)}
        state={isThere ? 'processing' : 'sending'}
        percent={sent.percent}
        {...(isThere ? {} : { onCancel: sent.onCancel })}
      />
    );
  }
  return (
    <>
      <UploadRow
        name={file.name}
        size={sizeWords(file.size)}
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
