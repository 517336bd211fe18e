/** The two identity documents of a performer: the state of their review, and uploading new ones. */
import * as limits from '@contract/kernel/limits';
import type { DocumentType } from '@contract/kernel/values/people';
import type { ReactNode } from 'react';
import { heicTypes } from '@web/lib/files/heic';
import { services } from '@web/services/services';
import { useAppDispatch } from '@web/session/store/hooks';
import { refreshRequested } from '@web/session/store/intents';
import { UploadProgressRow } from '@web/uploads/upload-rows';
import { useSingleUpload } from '@web/uploads/use-single-upload';
import { FormSection } from '@web/ui/forms/form-section';
import { Notice } from '@web/ui/feedback/notice';
import type { Tone } from '@web/ui/feedback/notice';
import { TimeAgo } from '@web/ui/display/times';
import { DropZone, sizeText } from '@web/ui/forms/upload';
import { usePerformer } from '../shared/use-performer';
import type { Performer } from '../shared/use-performer';
import styles from '../shared/account.module.css';

const documentKinds: readonly { type: DocumentType; title: string; label: string }[] = [
  { type: 'idVerification', title: 'Your ID', label: 'Choose a photo of your ID' },
  { type: 'documentVerification', title: 'You with your ID', label: 'Choose a photo of you holding your ID' },
];

const states: Record<Performer['verification'], { tone: Tone; title: string; text: string }> = {
  none: { tone: 'warn', title: 'Documents missing', text: 'Upload both documents. Your profile goes live once our team approves them.' },
  pending: { tone: 'hint', title: 'In review', text: 'Our team is reviewing your documents. We’ll let you know when it’s done.' },
  approved: { tone: 'ok', title: 'Approved', text: 'Your documents are approved and can no longer be replaced.' },
  rejected: { tone: 'danger', title: 'Not approved', text: 'Replace what was wrong, and we’ll review it again.' },
};

/** The state of the review; also used by the account setup. */
export function DocumentsReviewNotice() {
  const performer = usePerformer();
  if (performer === null) return null;
  const { tone, title, text } = states[performer.verification];
  return (
    <Notice tone={tone} title={title}>
      {performer.verification === 'rejected' && performer.verificationNote ? <p>Reason: {performer.verificationNote}</p> : null}
      {text}
    </Notice>
  );
}

export function DocumentsSection() {
  const performer = usePerformer();
  if (performer === null) return null;
  return (
    <FormSection title="Documents" description="Only our review team can see your documents. They’re stored encrypted.">
      <DocumentsReviewNotice />
      {documentKinds.map((documentKind) => (
        <DocumentField key={documentKind.type} {...documentKind} performer={performer} />
      ))}
    </FormSection>
  );
}

interface DocumentFieldProps {
  type: DocumentType;
  title: string;
  label: string;
  performer: Performer;
}

const max_bytes = limits.upload_bytes.document;

function DocumentField({ type, title, label, performer }: DocumentFieldProps) {
  const dispatch = useAppDispatch();
  const uploaded = performer.documents.find((document) => document.type === type)?.file;
  const { upload, start } = useSingleUpload({
    formKey: `document:${type}`,
    type: 'document',
    finish: async (file, options) => {
      const sent = await services.performers['POST /performers/documents/upload']({ body: { type }, files: { file } }, options);
      dispatch(refreshRequested());
      return sent;
    },
  });
  const uploadStatus: ReactNode = uploaded ? (
    <span className={styles.quiet}>
      {uploaded.name} · {sizeText(uploaded.size)} · uploaded <TimeAgo at={uploaded.createdAt} />
    </span>
  ) : (
    <span className={styles.quiet}>Not uploaded yet</span>
  );
  return (
    <section className={styles.paper}>
      <h3 className={styles.paperTitle}>{title}</h3>
      {uploadStatus}
      {performer.verification === 'approved' ? null : (
        <DropZone
          label={uploaded ? `Replace: ${title}` : label}
          hint={`JPEG, PNG, WebP, HEIC or PDF, up to ${sizeText(max_bytes)}.`}
          accept={`image/jpeg,image/png,image/webp,application/pdf,${heicTypes}`}
          sizeMax={max_bytes}
          onFiles={([file]) => {
            if (file) start(file);
          }}
        />
      )}
      {upload === null ? null : <UploadProgressRow upload={upload} />}
    </section>
  );
}
