/** The files that come with a video: sent in pieces as soon as they are chosen, taken by the video when it is saved. */
import type { FinishedUpload } from '@contract/endpoint';
import type { FileType, VideoFile } from '@contract/values';
import { dropUploads, sentUpload, startUpload } from '@web/uploads/uploads';
import { readUploads, useUploads } from '@web/uploads/upload-list';
import { OneUpload } from '@web/uploads/upload-rows';
import { Button } from '@web/ui/actions/button';
import { FilePick } from '../shared/file-pick';
import styles from '../shared/editing.module.css';

const typeOf: Record<VideoFile, FileType> = { video: 'video', teaser: 'video-teaser', thumbnail: 'video-thumbnail' };
/** Places of the parts of what `base` names. */
const placeOf = (base: string, part: VideoFile): string => `${base}:${part}`;

interface VideoPartProps {
  base: string;
  href: string;
  part: VideoFile;
  label: string;
}

/** One file, and the way to another in its place. */
export function VideoPart({ base, href, part, label }: VideoPartProps) {
  const place = placeOf(base, part);
  const uploads = useUploads().filter((upload) => upload.place === place);
  if (uploads.length === 0) {
    const start = ([file]: File[]) => {
      if (file) startUpload({ file, type: typeOf[part], place, href });
    };
    return <FilePick label={label} type={typeOf[part]} countMax={1} onFiles={start} />;
  }
  return (
    <div className={styles.rows}>
      {uploads.map((upload) => (
        <div key={upload.id} className={styles.row}>
          <OneUpload upload={upload} />
          <div className={styles.rowActions}>
            <Button size="small" kind="quiet" onPress={() => dropUploads([upload.id])}>
              Remove {upload.name}
            </Button>
          </div>
        </div>
      ))}
    </div>
  );
}

export type SentParts = Partial<Record<VideoFile, FinishedUpload>>;

/** What is there of the parts of `base`, or null while one of them is not. */
export function partsOf(base: string): { ids: string[]; files: SentParts } | null {
  const ids: string[] = [];
  const files: SentParts = {};
  for (const part of ['video', 'teaser', 'thumbnail'] as const) {
    const upload = readUploads().find(({ place }) => place === placeOf(base, part));
    if (upload === undefined) continue;
    const sent = sentUpload(upload.id);
    if (sent === null) return null;
    ids.push(upload.id);
    files[part] = sent;
  }
  return { ids, files };
}
