/** Three frames of a video, one of which can become its thumbnail. They are available once the server has processed the video. */
import * as limits from '@contract/kernel/limits';
import { useEndpoint } from '@web/services/use-endpoint';
import type { StoredFile } from '@web/uploads/upload-list';
import { MediaBox } from '@web/ui/media/media-box';
import styles from './editing.module.css';

interface FrameChoiceProps {
  video: StoredFile;
  /** The one-based frame; null for none. */
  frame: number | null;
  onChoose: (frame: number | null) => void;
}

const interval_ms = 3000;
const isPending = ({ frames, status }: StoredFile): boolean => frames.length === 0 && status !== 'finished' && status !== 'error';
const ratio = 16 / 9;

/** Reloads the video: the signed URLs in a draft may have expired. */
export function FrameChoice({ video, frame, onChoose }: FrameChoiceProps) {
  const { data = video } = useEndpoint(
    'GET /files/:id/status',
    { params: { id: video._id } },
    { refreshInterval: (latest) => (latest !== undefined && isPending(latest) ? interval_ms : 0) },
  );
  if (isPending(data))
    return <p className={styles.quiet}>Once the video is processed, you can choose one of {limits.videoFrames} frames as the thumbnail.</p>;
  if (data.frames.length === 0) return null;
  return (
    <div className={styles.frames} role="group" aria-label="Thumbnail frames">
      {data.frames.map(({ frame: number, url }) => (
        <button
          key={number}
          type="button"
          className={styles.frame}
          aria-pressed={number === frame}
          onClick={() => onChoose(number === frame ? null : number)}
        >
          <MediaBox src={url} alt={`Frame ${String(number)}`} ratio={ratio} fit="contain" />
          <span>{number === frame ? 'Selected' : 'Choose'}</span>
        </button>
      ))}
    </div>
  );
}
