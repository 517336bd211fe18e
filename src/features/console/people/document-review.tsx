/** Two papers side by side and the decision: approved, or rejected with words to the performer. */
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useMay } from '@web/session/use-may';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { FileIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import { partsOf } from '@web/ui/parts';
import { TimeAgo } from '@web/ui/display/times';
import { useState } from 'react';
import { ReasonDialog } from '../parts/reason-dialog';
import styles from '../parts/console.module.css';

export type Reviewed = AnswerOf<'GET /admin/performers/:id'>;
type Paper = Reviewed['documents'][number];

const papers = [
  { type: 'idVerification', title: 'ID' },
  { type: 'documentVerification', title: 'Holding the ID' },
] as const;

const reasons = [
  'The picture is too blurred to read.',
  'Part of the document is cut off.',
  'The document has expired.',
  'The face cannot be compared with the document.',
  'The date of birth differs from the one in the profile.',
  'This kind of document is not accepted.',
];

interface DocumentReviewProps {
  performer: Reviewed;
  onChanged: (next: Reviewed) => void;
}

export function DocumentReview({ performer, onChanged }: DocumentReviewProps) {
  const may = useMay();
  const [asking, setAsking] = useState<'approve' | 'reject' | null>(null);
  const { _id: id, name, verification, verificationNote, documents } = performer;
  const decide = async (body: { decision: 'approved' | 'rejected'; note?: string }, done: string) => {
    onChanged(await services.admin['POST /admin/performers/:id/verification']({ params: { id }, body }));
    setAsking(null);
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
        <div className={styles.papers} style={partsOf(papers.length)}>
          {papers.map(({ type, title }) => (
            <PaperBox key={type} title={title} paper={documents.find((document) => document.type === type)} />
          ))}
        </div>
        {may('papers.decide') ? (
          <div className={styles.actions}>
            {verification === 'approved' ? null : (
              <Button kind="primary" onPress={() => setAsking('approve')}>
                Approve
              </Button>
            )}
            {verification === 'rejected' ? null : (
              <Button kind="danger" onPress={() => setAsking('reject')}>
                Reject
              </Button>
            )}
          </div>
        ) : (
          <p className={styles.quiet}>Colleagues who decide on documents open them.</p>
        )}
      </div>
      <ConfirmDialog
        open={asking === 'approve'}
        tone="plain"
        title={`Approve ${name}?`}
        consequence={`The page of ${name} opens to visitors, and ${name} is told by mail.`}
        verb="Approve performer"
        onConfirm={() => decide({ decision: 'approved' }, `${name} is approved`)}
        onClose={() => setAsking(null)}
      />
      {asking === 'reject' ? (
        <ReasonDialog
          title={`Reject the documents of ${name}?`}
          consequence={`${name} reads your words, and can send new documents. Until then the page stays closed.`}
          verb="Reject performer"
          reasons={reasons}
          onConfirm={(note) => decide({ decision: 'rejected', note }, `${name} is rejected`)}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </section>
  );
}

function PaperBox({ title, paper }: { title: string; paper: Paper | undefined }) {
  if (paper === undefined) {
    return (
      <figure className={styles.paper}>
        <figcaption>{title}</figcaption>
        <div className={styles.paperBox}>
          <span className={styles.quiet}>Not sent yet</span>
        </div>
      </figure>
    );
  }
  const { url, mimeType, name, createdAt } = paper.file;
  const isPicture = mimeType.startsWith('image/');
  return (
    <figure className={styles.paper}>
      <figcaption>
        {title}{' '}
        <span className={styles.quiet}>
          · <TimeAgo at={createdAt} />
        </span>
      </figcaption>
      <div className={styles.paperBox}>
        {isPicture && url !== null ? <img src={url} alt={`${title}: ${name}`} /> : <FileIcon className={styles.paperIcon} />}
      </div>
      {url === null ? null : (
        <a href={url} target="_blank" rel="noopener noreferrer">
          {isPicture ? 'Open in full size' : `Open ${name}`}
          <span className="visually-hidden"> (opens in a new window)</span>
        </a>
      )}
    </figure>
  );
}
