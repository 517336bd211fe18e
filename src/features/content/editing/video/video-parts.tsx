/** The files of a video: uploaded when they are selected, and attached to the video when it is saved. */
import type { FinishedUpload } from '@contract/kernel/endpoint';
import type { FileType, VideoFileRole } from '@contract/kernel/values/files';
import { discardUploads, finishedUpload, startUpload } from '@web/uploads/uploads';
import { readUploads, useUploads } from '@web/uploads/upload-list';
import { UploadProgressRow } from '@web/uploads/upload-rows';
import { Button } from '@web/ui/actions/button';
import { FilePicker } from '../shared/file-pick';
import styles from '../shared/editing.module.css';

const fileTypeOf: Record<VideoFileRole, FileType> = { video: 'video', teaser: 'video-teaser', thumbnail: 'video-thumbnail' };
/** Upload keys of the files of `draftKey`. */
const formKeyOf = (draftKey: string, field: VideoFileRole): string => `${draftKey}:${field}`;

interface VideoFileFieldProps {
  draftKey: string;
  href: string;
  field: VideoFileRole;
  label: string;
}

/** One file, and a button that replaces it. */
export function VideoFileField({ draftKey, href, field, label }: VideoFileFieldProps) {
  const formKey = formKeyOf(draftKey, field);
  const uploads = useUploads().filter((upload) => upload.formKey === formKey);
  if (uploads.length === 0) {
    const start = ([file]: File[]) => {
      if (file) startUpload({ file, type: fileTypeOf[field], formKey, href });
    };
    return <FilePicker label={label} type={fileTypeOf[field]} countMax={1} onFiles={start} />;
  }
  return (
    <div className={styles.rows}>
      {uploads.map((upload) => (
        <div key={upload.id} className={styles.row}>
          <UploadProgressRow upload={upload} />
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

export type UploadedFiles = Partial<Record<VideoFileRole, FinishedUpload>>;

/** The uploaded files of `draftKey`, or null while an upload is unfinished. */
export function uploadedFilesOf(draftKey: string): { ids: string[]; files: UploadedFiles } | null {
  const ids: string[] = [];
  const files: UploadedFiles = {};
  for (const field of ['video', 'teaser', 'thumbnail'] as const) {
    const upload = readUploads().find(({ formKey }) => formKey === formKeyOf(draftKey, field));
    if (upload === undefined) continue;
    const sent = finishedUpload(upload.id);
    if (sent === null) return null;
    ids.push(upload.id);
    files[field] = sent;
  }
  return { ids, files };
}
