/** Uploads several videos: one card per video, which can be filled in during the upload. */
import { useRouter } from 'next/router';
import { useState } from 'react';
import * as limits from '@contract/kernel/limits';
import { services } from '@web/services/services';
import { removeDraft as removeStoredDraft } from '@web/device/drafts';
import { contentPath } from '@web/features/content/editing/shared/content-path';
import { useCurrentUser } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { discardUploads, finishUpload, moveUpload, finishedUpload, startUpload, detachUploads } from '@web/uploads/uploads';
import { readUploads, useUploads } from '@web/uploads/upload-list';
import { isPending } from '@web/uploads/upload-states';
import type { Upload } from '@web/uploads/upload-list';
import { UploadProgressRow } from '@web/uploads/upload-rows';
import { useValueDraft } from '@web/forms/use-draft';
import { Button } from '@web/ui/actions/button';
import { useFocusFirstError } from '@web/ui/forms/use-first-error';
import { Notice } from '@web/ui/feedback/notice';
import { FilePicker } from '../shared/file-pick';
import { PeopleField } from '../shared/people-field';
import { TermsFields } from '../shared/terms-fields';
import { TitledFields } from '../shared/titled-fields';
import { uploadedFilesOf, VideoFileField } from './video-parts';
import { validateTitled, valuesFromFileName, videoFormBody } from './video-values';
import { Form } from '@web/ui/forms/form';
import styles from '../shared/editing.module.css';

const formKey = 'video:new';
const href = '/creator/videos/new';

export function NewVideos() {
  const uploads = useUploads().filter((upload) => upload.formKey === formKey);
  return (
    <div className={styles.editor}>
      <FilePicker
        label="Choose files"
        type="video"
        countMax={limits.uploadsOpenMax - uploads.length}
        onFiles={(files) => files.forEach((file) => startUpload({ file, type: 'video', formKey, href }))}
      />
      {uploads.map((upload) => (
        <VideoCard key={upload.id} upload={upload} />
      ))}
    </div>
  );
}

function VideoCard({ upload }: { upload: Upload }) {
  const router = useRouter();
  const user = useCurrentUser();
  const draftKey = `video-card:${upload.id}`;
  const [values, change, removeDraft] = useValueDraft(draftKey, valuesFromFileName(upload.name));
  const [fieldErrors, setFieldErrors] = useState<ReturnType<typeof validateTitled>>({});
  const form = useFocusFirstError(fieldErrors);
  const [error, setError] = useState<string | null>(null);

  const submit = (status: 'draft' | 'active') => {
    const found = validateTitled(values, Date.now());
    const attachments = uploadedFilesOf(draftKey);
    setFieldErrors(found);
    const isUploadable = isPending(upload) || finishedUpload(upload.id) !== null;
    if (!isUploadable) setError('The video wasn’t uploaded. Retry the upload.');
    else setError(attachments === null ? 'The thumbnail or teaser isn’t uploaded yet. Wait, retry or remove it.' : null);
    if (Object.keys(found).length > 0 || attachments === null || !isUploadable || !user) return;
    // A submitted card belongs to the upload queue, which outlives this page. After an error it returns to this list.
    finishUpload(upload.id, async (sent, options) => {
      try {
        const files = { teaser: attachments.files.teaser, thumbnail: attachments.files.thumbnail };
        const video = await services.videos['POST /performer/performer-assets/videos/upload'](
          { files: { video: sent, ...files }, body: videoFormBody(values, status) },
          options,
        );
        moveUpload(upload.id, '');
        detachUploads(attachments.ids);
        removeStoredDraft(user._id, draftKey);
        return video.video;
      } catch (thrown) {
        moveUpload(upload.id, formKey);
        throw thrown;
      }
    });
    moveUpload(upload.id, '');
    showToast({ tone: 'ok', text: status === 'draft' ? 'Will be saved as a draft after upload' : 'Will be published when it’s ready' });
    const isLast = !readUploads().some((other) => other.formKey === formKey);
    if (isLast) void router.push(contentPath(user, 'videos'));
  };

  const remove = () => {
    discardUploads([upload.id, ...(uploadedFilesOf(draftKey)?.ids ?? [])]);
    removeDraft();
  };

  return (
    <Form
      ref={form}
      className={styles.part}
      aria-label={upload.name}
      onSubmit={(event) => {
        event.preventDefault();
        submit('active');
      }}
    >
      <UploadProgressRow upload={upload} />
      <TitledFields values={values} fieldErrors={fieldErrors} onChange={change} />
      <PeopleField terms={values} onChange={change} />
      <VideoFileField draftKey={draftKey} href={href} field="thumbnail" label="Add thumbnail" />
      <p className={styles.quiet}>Or choose one of {limits.videoFrames} video frames after processing.</p>
      <VideoFileField draftKey={draftKey} href={href} field="teaser" label="Add teaser" />
      <TermsFields terms={values} fieldErrors={fieldErrors} onChange={change} isPublished={false} />
      {error === null ? null : <Notice tone="danger">{error}</Notice>}
      <div className={styles.cardActions}>
        <Button type="submit" kind="primary">
          {values.scheduledAt === '' ? 'Publish when ready' : 'Schedule'}
        </Button>
        <Button onPress={() => submit('draft')}>Save draft</Button>
        <Button kind="quiet" onPress={remove}>
          Remove
        </Button>
      </div>
    </Form>
  );
}
