/** `/creator/videos/new` for several new files, `/creator/videos/[id]` for editing one video and its files. */
import * as messages from '@contract/kernel/messages';
import type { VideoFileRole } from '@contract/kernel/values/files';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { serializeError } from '@web/services/serialized-error';
import { showToast } from '@web/ui/feedback/toast-queue';
import { StoredFileRow } from '@web/uploads/upload-rows';
import { detachUploads } from '@web/uploads/uploads';
import { useValueDraft } from '@web/forms/use-draft';
import { Button } from '@web/ui/actions/button';
import { useFocusFirstError } from '@web/ui/forms/use-first-error';
import { PageHead } from '@web/ui/page/page-head';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { FrameChoice } from '../shared/frame-choice';
import { NewVideos } from './new-videos';
import { PeopleField } from '../shared/people-field';
import { PublishButtons } from '../shared/publish-buttons';
import { editedId, ownItemRequest } from '../shared/requests';
import { TermsFields } from '../shared/terms-fields';
import { TitledFields } from '../shared/titled-fields';
import { VerifiedOnly } from '@web/session/verified-only';
import { uploadedFilesOf, VideoFileField } from './video-parts';
import { useUpdateSavedItem } from '../shared/use-saved';
import { validateTitled, valuesOfVideo, videoFormBody } from './video-values';
import type { Video } from './video-values';
import { Form } from '@web/ui/forms/form';
import styles from '../shared/editing.module.css';

export function VideoEditor() {
  const { query } = useRouter();
  const id = editedId(query);
  return (
    <>
      <PageHead title={id === null ? 'Upload videos' : 'Edit video'} noindex />
      <VerifiedOnly>{id === null ? <NewVideos /> : <ExistingVideoEditor key={id} id={id} />}</VerifiedOnly>
    </>
  );
}

function ExistingVideoEditor({ id }: { id: string }) {
  const updateCaches = useUpdateSavedItem('GET /performer/performer-assets/videos/search');
  const { data, error, mutate } = useEndpoint('GET /performer/performer-assets/videos/:id/view', ownItemRequest(id), {
    revalidateOnFocus: false,
  });
  if (data) return <VideoForm video={data} onSaved={updateCaches} />;
  return error ? (
    <ErrorState error={error} onRetry={() => void mutate()} />
  ) : (
    <Skeleton shape="form" count={4} label="Loading the video…" />
  );
}

const fileSections: readonly { field: VideoFileRole; title: string; replaceLabel: string; addLabel: string }[] = [
  { field: 'video', title: 'Video', replaceLabel: 'Replace video', addLabel: 'Add video' },
  { field: 'thumbnail', title: 'Thumbnail', replaceLabel: 'Replace thumbnail', addLabel: 'Add thumbnail' },
  { field: 'teaser', title: 'Teaser', replaceLabel: 'Replace teaser', addLabel: 'Add teaser' },
];

interface VideoFormProps {
  video: Video;
  onSaved: (video: Video) => void;
}

function VideoForm({ video, onSaved }: VideoFormProps) {
  const draftKey = `video:${video._id}`;
  const href = `/creator/videos/${video._id}`;
  const [values, change, removeDraft] = useValueDraft(draftKey, valuesOfVideo(video));
  const [fieldErrors, setFieldErrors] = useState<ReturnType<typeof validateTitled>>({});
  const form = useFocusFirstError(fieldErrors);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const isPublished = video.state === 'published';

  const attempt = async (send: () => Promise<Video>): Promise<void> => {
    setError(null);
    setBusy(true);
    try {
      onSaved(await send());
      showToast({ tone: 'ok', text: messages.saved });
    } catch (thrown) {
      setError(serializeError(thrown, messages.saveFailed).message);
    } finally {
      setBusy(false);
    }
  };

  const save = async (status: 'draft' | 'active') => {
    const found = validateTitled(values, Date.now());
    const sent = uploadedFilesOf(draftKey);
    setFieldErrors(found);
    if (sent === null) setError('A file isn’t uploaded yet. Wait, retry or remove it.');
    if (Object.keys(found).length > 0 || sent === null || busy) return;
    const files = { video: sent.files.video, teaser: sent.files.teaser, thumbnail: sent.files.thumbnail };
    await attempt(async () => {
      const thumbnailFrame = values.frame === null ? {} : { thumbnailFrame: values.frame };
      const saved = await services.videos['PUT /performer/performer-assets/videos/edit/:id']({
        params: { id: video._id },
        files,
        body: { ...videoFormBody(values, status), ...thumbnailFrame },
      });
      detachUploads(sent.ids);
      change({ frame: null });
      removeDraft();
      return saved;
    });
  };

  return (
    <Form
      ref={form}
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        void save('active');
      }}
    >
      <TitledFields values={values} fieldErrors={fieldErrors} onChange={change} />
      <PeopleField terms={values} stored={video.people} onChange={change} />
      {fileSections.map(({ field, title, replaceLabel, addLabel }) => (
        <section key={field} className={styles.part} aria-label={title}>
          <h2 className={styles.partTitle}>{title}</h2>
          <StoredFileRow file={video[field]} />
          {video[field] === null || field === 'video' ? null : (
            <Button
              size="small"
              busy={busy}
              onPress={() =>
                void attempt(() =>
                  services.videos['DELETE /performer/performer-assets/videos/remove-file/:id']({
                    params: { id: video._id },
                    body: { type: field },
                  }),
                )
              }
            >
              Remove {field}
            </Button>
          )}
          {field === 'thumbnail' && video.video !== null ? (
            <FrameChoice video={video.video} frame={values.frame} onChoose={(frame) => change({ frame })} />
          ) : null}
          {field === 'thumbnail' && values.frame !== null ? null : (
            <VideoFileField draftKey={draftKey} href={href} field={field} label={video[field] === null ? addLabel : replaceLabel} />
          )}
        </section>
      ))}
      <section className={styles.part} aria-label="Audience and schedule">
        <TermsFields terms={values} fieldErrors={fieldErrors} onChange={change} isPublished={isPublished} />
      </section>
      <PublishButtons
        isPublished={isPublished}
        scheduledAt={values.scheduledAt}
        busy={busy}
        error={error}
        onSaveDraft={() => void save('draft')}
      />
    </Form>
  );
}
