/** The snapshot of what was reported: it does not change when the author changes or deletes the original. */
import { fullDate } from '@web/lib/i18n/dates';
import type { ResponseOf } from '@web/services/call';
import { useFreshFile } from '@web/services/use-fresh-file';
import { LazyAudio } from '@web/ui/media/lazy-audio';
import { LazyVideo } from '@web/ui/media/lazy-video';
import { Link } from '@web/ui/core/link';
import { boxRatioOf } from '@web/ui/media/media-carousel';
import { MediaBox } from '@web/ui/media/media-box';
import { reportTargetLabels } from './labels';
import styles from './reports.module.css';

type Report = ResponseOf<'GET /admin/reports/:id'>;
type ReportedFile = Report['evidence']['files'][number];

const linesLabel = ({ target, source }: Report): string => {
  if (source === 'words') return 'Added since then';
  return target === 'message' ? 'Before editing' : 'Chat';
};

export function EvidencePanel({ report }: { report: Report }) {
  const { target, evidence } = report;
  const { title, text, facts, lines, files, link } = evidence;
  return (
    <section className={styles.panel} aria-label="Reported content">
      <h2 className={styles.panelTitle}>{reportTargetLabels[target]}, as reported</h2>
      <div className={styles.stack}>
        {title === '' ? null : <p className={styles.title}>{title}</p>}
        {text === '' || text === title ? null : <p className={styles.text}>{text}</p>}
        {facts.length === 0 ? null : (
          <dl className={styles.details}>
            {facts.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {lines.length === 0 ? null : (
          <ul className={styles.lines} aria-label={linesLabel(report)}>
            {lines.map(({ author, text: message, at }) => (
              <li key={`${at} ${author} ${message}`}>
                {author === '' ? null : <b>{author} </b>}
                {message}
              </li>
            ))}
          </ul>
        )}
        {files.length === 0 ? null : (
          <ul className={styles.files} aria-label="Files">
            {files.map((file) => (
              <li key={file._id}>
                <EvidenceFile file={file} />
              </li>
            ))}
          </ul>
        )}
        {link === null ? null : (
          <p>
            <Link href={link}>View current version</Link>
          </p>
        )}
      </div>
    </section>
  );
}

function EvidenceFile({ file }: { file: ReportedFile }) {
  const [fresh, renew] = useFreshFile(file);
  const { name, createdAt } = fresh;
  const label = `${name}, ${fullDate(createdAt, undefined, 'UTC')}`;
  if (fresh.mimeType.startsWith('video/')) return <LazyVideo file={fresh} title={label} onExpired={renew} />;
  if (fresh.mimeType.startsWith('audio/') && fresh.url !== null)
    return <LazyAudio source={fresh.url} title={label} duration_s={fresh.duration} onExpired={renew} />;
  if (fresh.mimeType.startsWith('image/'))
    return <MediaBox src={fresh.thumbnailUrl ?? fresh.url} alt={label} blur={fresh.blur} ratio={boxRatioOf(fresh)} fit="contain" />;
  return fresh.url === null ? <span>{label}</span> : <a href={fresh.url}>{label}</a>;
}
