/** Three moments of a video, of which one may become its thumbnail. They come with the first that the host has made of the video. */
import * as limits from '@contract/kernel/limits';
import { useEndpoint } from '@web/services/use-endpoint';
import type { StoredFile } from '@web/uploads/upload-list';
import { MediaBox } from '@web/ui/media/media-box';
import styles from './editing.module.css';

interface FrameChoiceProps {
  video: StoredFile;
  /** The moment chosen, counted from 1; null for none. */
  frame: number | null;
  onChoose: (frame: number | null) => void;
}

const pause_ms = 3000;
const isToCome = ({ frames, status }: StoredFile): boolean => frames.length === 0 && status !== 'finished' && status !== 'error';
const ratio = 16 / 9;

/** Asks for the video again: addresses that came with a draft may be too old to be opened. */
export function FrameChoice({ video, frame, onChoose }: FrameChoiceProps) {
  const { data = video } = useEndpoint(
    'GET /files/:id/status',
    { params: { id: video._id } },
    { refreshInterval: (latest) => (latest !== undefined && isToCome(latest) ? pause_ms : 0) },
  );
  if (isToCome(data))
    return (
      <p className={styles.quiet}>{limits.videoFrames} moments to choose the thumbnail from come as soon as the video is looked at.</p>
    );
  if (data.frames.length === 0) return null;
  return (
    <div className={styles.frames} role="group" aria-label="Moments for the thumbnail">
      {data.frames.map(({ frame: number, url }) => (
        <button
          key={number}
          type="button"
          className={styles.frame}
          aria-pressed={number === frame}
          onClick={() => onChoose(number === frame ? null : number)}
        >
          <MediaBox src={url} alt={`Moment ${String(number)}`} ratio={ratio} fit="contain" />
          <span>{number === frame ? 'Chosen' : 'Choose'}</span>
        </button>
      ))}
    </div>
  );
}
