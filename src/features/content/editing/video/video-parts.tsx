/** The files of a video: uploaded in parts once selected, attached to the video when it is saved. */
import type { FinishedUpload } from '@contract/kernel/endpoint';
import type { FileType, VideoFile } from '@contract/kernel/values/files';
import { discardUploads, finishedUpload, startUpload } from '@web/uploads/uploads';
import { readUploads, useUploads } from '@web/uploads/upload-list';
import { OneUpload } from '@web/uploads/upload-rows';
import { Button } from '@web/ui/actions/button';
import { FilePick } from '../shared/file-pick';
import styles from '../shared/editing.module.css';

const typeOf: Record<VideoFile, FileType> = { video: 'video', teaser: 'video-teaser', thumbnail: 'video-thumbnail' };
/** Upload keys of the files of `base`. */
const formKeyOf = (base: string, part: VideoFile): string => `${base}:${part}`;

interface VideoPartProps {
  base: string;
  href: string;
  part: VideoFile;
  label: string;
}

/** One file, and a button that replaces it. */
export function VideoPart({ base, href, part, label }: VideoPartProps) {
  const formKey = formKeyOf(base, part);
  const uploads = useUploads().filter((upload) => upload.formKey === formKey);
  if (uploads.length === 0) {
    const start = ([file]: File[]) => {
      if (file) startUpload({ file, type: typeOf[part], formKey: formKey, href });
    };
    return <FilePick label={label} type={typeOf[part]} countMax={1} onFiles={start} />;
  }
  return (
    <div className={styles.rows}>
      {uploads.map((upload) => (
        <div key={upload.id} className={styles.row}>
          <OneUpload upload={upload} />
          <div className={styles.rowActions}>
            <Button size="small" kind="quiet" onPress={() => discardUploads([upload.id])}>
              Remove {upload.name}
            </Button>
          </div>
        </div>
      ))}
    </div>
  );
}

export type UploadedFiles = Partial<Record<VideoFile, FinishedUpload>>;

/** The uploaded files of `base`, or null while an upload is unfinished. */
export function uploadedFilesOf(base: string): { ids: string[]; files: UploadedFiles } | null {
  const ids: string[] = [];
  const files: UploadedFiles = {};
  for (const part of ['video', 'teaser', 'thumbnail'] as const) {
    const upload = readUploads().find(({ formKey }) => formKey === formKeyOf(base, part));
    if (upload === undefined) continue;
    const sent = finishedUpload(upload.id);
    if (sent === null) return null;
    ids.push(upload.id);
    files[part] = sent;
  }
  return { ids, files };
}
