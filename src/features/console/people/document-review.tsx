/** Two identity documents side by side and the decision: approved, or rejected with a message to the performer. */
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useHasRight } from '@web/session/use-has-right';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { Notice } from '@web/ui/feedback/notice';
import { columnCountStyle } from '@web/ui/display/grid-count';
import { useState } from 'react';
import { IdentityDocument } from '../parts/paper-box';
import { ReasonDialog } from '../parts/reason-dialog';
import styles from '../parts/console.module.css';

export type AdminPerformer = ResponseOf<'GET /admin/performers/:id'>;

const documentTitles = [
  { type: 'idVerification', title: 'ID' },
  { type: 'documentVerification', title: 'Selfie with ID' },
] as const;

const reasons = [
  'The image is too blurry to read.',
  'Part of the document is cut off.',
  'The document has expired.',
  'The face can’t be matched to the document.',
  'The date of birth doesn’t match the profile.',
  'This type of document isn’t accepted.',
];

interface DocumentReviewProps {
  performer: AdminPerformer;
  onChanged: (next: AdminPerformer) => void;
}

export function DocumentReview({ performer, onChanged }: DocumentReviewProps) {
  const may = useHasRight();
  const [confirming, setConfirming] = useState<'approve' | 'reject' | null>(null);
  const { _id: id, name, verification, verificationNote, documents } = performer;
  const decide = async (body: { decision: 'approved' | 'rejected'; note?: string }, done: string) => {
    onChanged(await services.admin['POST /admin/performers/:id/verification']({ params: { id }, body }));
    setConfirming(null);
    showToast({ text: done, tone: 'ok' });
  };
  return (
    <section className={styles.panel} aria-label="Documents">
      <h2 className={styles.panelTitle}>Documents</h2>
      <div className={styles.stack}>
        {verification === 'rejected' && verificationNote !== null ? (
          <Notice tone="warn" title="Rejected">
            {verificationNote}
          </Notice>
        ) : null}
        <div className={styles.papers} style={columnCountStyle(documentTitles.length)}>
          {documentTitles.map(({ type, title }) => (
            <IdentityDocument key={type} title={title} file={documents.find((document) => document.type === type)?.file} />
          ))}
        </div>
        {may('papers.decide') ? (
          <div className={styles.actions}>
            {verification === 'approved' ? null : (
              <Button kind="primary" onPress={() => setConfirming('approve')}>
                Approve
              </Button>
            )}
            {verification === 'rejected' ? null : (
              <Button kind="danger" onPress={() => setConfirming('reject')}>
                Reject
              </Button>
            )}
          </div>
        ) : (
          <p className={styles.quiet}>Only team members who review documents can view them.</p>
        )}
      </div>
      <ConfirmDialog
        open={confirming === 'approve'}
        tone="plain"
        title={`Approve ${name}?`}
        consequence={`${name}’s profile becomes visible to visitors, and ${name} gets an email.`}
        actionLabel="Approve creator"
        onConfirm={() => decide({ decision: 'approved' }, `${name} is approved`)}
        onClose={() => setConfirming(null)}
      />
      {confirming === 'reject' ? (
        <ReasonDialog
          title={`Reject ${name}’s documents?`}
          consequence={`${name} sees your message and can upload new documents. The profile stays hidden until then.`}
          actionLabel="Reject creator"
          reasons={reasons}
          onConfirm={(note) => decide({ decision: 'rejected', note }, `${name} is rejected`)}
          onClose={() => setConfirming(null)}
        />
      ) : null}
    </section>
  );
}
