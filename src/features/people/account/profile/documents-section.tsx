/** The two papers that prove who a performer is: where their review stands, and handing in new ones. */
import * as limits from '@contract/kernel/limits';
import type { DocumentType } from '@contract/values';
import type { ReactNode } from 'react';
import { services } from '@web/services/services';
import { useIntents } from '@web/session/store/hooks';
import { refreshAsked } from '@web/session/intents';
import { useUpload } from '@web/session/use-upload';
import { FormSection } from '@web/ui/forms/form-section';
import { Notice } from '@web/ui/feedback/notice';
import type { Tone } from '@web/ui/feedback/notice';
import { TimeAgo } from '@web/ui/display/times';
import { DropZone, sizeWords, UploadRow } from '@web/ui/forms/upload';
import { usePerformer } from '../shared/use-performer';
import type { Performer } from '../shared/use-performer';
import styles from '../shared/account.module.css';

const papers: readonly { type: DocumentType; title: string; label: string }[] = [
  { type: 'idVerification', title: 'Your ID', label: 'Choose a picture of your ID' },
  { type: 'documentVerification', title: 'You with your ID', label: 'Choose a picture of you holding your ID' },
];

const states: Record<Performer['verification'], { tone: Tone; title: string; text: string }> = {
  none: { tone: 'warn', title: 'Papers are missing', text: 'Hand in both papers. Your page opens when the site’s team has approved them.' },
  pending: { tone: 'hint', title: 'In review', text: 'The site’s team looks at your papers and writes to you when they are done.' },
  approved: { tone: 'ok', title: 'Approved', text: 'Your papers were approved. They can no longer be replaced.' },
  rejected: { tone: 'danger', title: 'Not approved', text: 'Replace what was wrong; the review then starts again.' },
};

/** Where the review stands, in words; also for the setup of an account. */
export function DocumentsState() {
  const performer = usePerformer();
  if (performer === null) return null;
  const { tone, title, text } = states[performer.verification];
  return (
    <Notice tone={tone} title={title}>
      {performer.verification === 'rejected' && performer.verificationNote ? <p>The reason: {performer.verificationNote}</p> : null}
      {text}
    </Notice>
  );
}

export function DocumentsSection() {
  const performer = usePerformer();
  if (performer === null) return null;
  return (
    <FormSection title="Documents" description="Only the site’s team sees them. They are stored encrypted.">
      <DocumentsState />
      {papers.map((paper) => (
        <Paper key={paper.type} {...paper} performer={performer} />
      ))}
    </FormSection>
  );
}

interface PaperProps {
  type: DocumentType;
  title: string;
  label: string;
  performer: Performer;
}

const most = limits.upload_bytes.document;

function Paper({ type, title, label, performer }: PaperProps) {
  const ask = useIntents();
  const handedIn = performer.documents.find((document) => document.type === type)?.file;
  const { upload, start, cancel, retry } = useUpload(
    (file, options) => services.performers['POST /performers/documents/upload']({ body: { type }, files: { file } }, options),
    () => ask(refreshAsked()),
  );
  const isShown = upload.file !== null && upload.state !== 'done';
  const since: ReactNode = handedIn ? (
    <span className={styles.quiet}>
      {handedIn.name} · {sizeWords(handedIn.size)} · handed in <TimeAgo at={handedIn.createdAt} />
    </span>
  ) : (
    <span className={styles.quiet}>Not handed in yet</span>
  );
  return (
    <section className={styles.paper}>
      <h3 className={styles.paperTitle}>{title}</h3>
      {since}
      {performer.verification === 'approved' ? null : (
        <DropZone
          label={handedIn ? `Replace: ${title}` : label}
          hint={`JPEG, PNG, WebP or PDF, up to ${sizeWords(most)}.`}
          accept="image/jpeg,image/png,image/webp,application/pdf"
          sizeMax={most}
          onFiles={([file]) => {
            if (file) start(file);
          }}
        />
      )}
      {isShown ? (
        <UploadRow
          name={upload.file?.name ?? ''}
          size={sizeWords(upload.file?.size ?? 0)}
          state={upload.state}
          percent={upload.percent}
          reason={upload.reason}
          onCancel={cancel}
          onRetry={retry}
        />
      ) : null}
    </section>
  );
}
