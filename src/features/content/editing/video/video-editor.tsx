/** `/creator/videos/new` for many files at once, `/creator/videos/[id]` for changing one video and its files. */
import { messages } from '@contract/kernel/errors';
import type { VideoFile } from '@contract/values';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { problemOf } from '@web/session/problem';
import { showToast } from '@web/ui/feedback/toast-queue';
import { StoredRow } from '@web/uploads/upload-rows';
import { uploadsTaken } from '@web/uploads/uploads';
import { useValueDraft } from '@web/forms/use-draft';
import { Button } from '@web/ui/actions/button';
import { PageHead } from '@web/ui/page/page-head';
import { Fault, Skeleton } from '@web/ui/feedback/states';
import { FrameChoice } from '../shared/frame-choice';
import { NewVideos } from './new-videos';
import { PeopleField } from '../../../editing/people-field';
import { PublishButtons } from '../shared/publish-buttons';
import { editedAt, ownRead } from '../../../editing/reads';
import { TermsFields } from '../shared/terms-fields';
import { TitledFields } from '../shared/titled-fields';
import { VerifiedOnly } from '@web/session/verified-only';
import { partsOf, VideoPart } from './video-parts';
import { useSaved } from '../../../editing/use-saved';
import { titledFaults, valuesOfVideo, videoForm } from './video-values';
import type { Video } from './video-values';
import styles from '../shared/editing.module.css';

export function VideoEditor() {
  const { query } = useRouter();
  const id = editedAt(query);
  return (
    <>
      <PageHead title={id === null ? 'Upload videos' : 'Edit video'} noindex />
      <VerifiedOnly>{id === null ? <NewVideos /> : <Existing key={id} id={id} />}</VerifiedOnly>
    </>
  );
}

function Existing({ id }: { id: string }) {
  const keep = useSaved('GET /performer/performer-assets/videos/search');
  const { data, error, mutate } = useEndpoint('GET /performer/performer-assets/videos/:id/view', ownRead(id), { revalidateOnFocus: false });
  if (data) return <Editor video={data} onSaved={keep} />;
  return error ? <Fault error={error} onRetry={() => void mutate()} /> : <Skeleton shape="form" count={4} label="Loading the video…" />;
}

const parts: readonly { part: VideoFile; title: string; replace: string; add: string }[] = [
  { part: 'video', title: 'Video', replace: 'Replace video', add: 'Add video' },
  { part: 'thumbnail', title: 'Thumbnail', replace: 'Replace thumbnail', add: 'Add thumbnail' },
  { part: 'teaser', title: 'Teaser', replace: 'Replace teaser', add: 'Add teaser' },
];

interface EditorProps {
  video: Video;
  onSaved: (video: Video) => void;
}

function Editor({ video, onSaved }: EditorProps) {
  const base = `video:${video._id}`;
  const href = `/creator/videos/${video._id}`;
  const [values, change, forget] = useValueDraft(base, valuesOfVideo(video));
  const [faults, setFaults] = useState<ReturnType<typeof titledFaults>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const isOut = video.state === 'published';

  const attempt = async (send: () => Promise<Video>): Promise<void> => {
    setProblem(null);
    setBusy(true);
    try {
      onSaved(await send());
      showToast({ tone: 'ok', text: messages.saved });
    } catch (thrown) {
      setProblem(problemOf(thrown, messages.saveFailed).message);
    } finally {
      setBusy(false);
    }
  };

  const save = async (status: 'draft' | 'active') => {
    const found = titledFaults(values, Date.now());
    const sent = partsOf(base);
    setFaults(found);
    if (sent === null) setProblem('A file is not sent yet. Wait, send it again, or remove it.');
    if (Object.keys(found).length > 0 || sent === null || busy) return;
    const files = { video: sent.files.video, teaser: sent.files.teaser, thumbnail: sent.files.thumbnail };
    await attempt(async () => {
      const thumbnailFrame = values.frame === null ? {} : { thumbnailFrame: values.frame };
      const saved = await services.videos['PUT /performer/performer-assets/videos/edit/:id']({
        params: { id: video._id },
        files,
        body: { ...videoForm(values, status), ...thumbnailFrame },
      });
      uploadsTaken(sent.ids);
      change({ frame: null });
      forget();
      return saved;
    });
  };

  return (
    <form
      noValidate
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        void save('active');
      }}
    >
      <TitledFields values={values} faults={faults} onChange={change} />
      <PeopleField people={values.people} onChange={(people) => change({ people })} />
      {parts.map(({ part, title, replace, add }) => (
        <section key={part} className={styles.part} aria-label={title}>
          <h2 className={styles.partTitle}>{title}</h2>
          <StoredRow file={video[part]} />
          {video[part] === null || part === 'video' ? null : (
            <Button
              size="small"
              busy={busy}
              onPress={() =>
                void attempt(() =>
                  services.videos['DELETE /performer/performer-assets/videos/remove-file/:id']({
                    params: { id: video._id },
                    body: { type: part },
                  }),
                )
              }
            >
              Remove {part}
            </Button>
          )}
          {part === 'thumbnail' && video.video !== null ? (
            <FrameChoice video={video.video} frame={values.frame} onChoose={(frame) => change({ frame })} />
          ) : null}
          {part === 'thumbnail' && values.frame !== null ? null : (
            <VideoPart base={base} href={href} part={part} label={video[part] === null ? add : replace} />
          )}
        </section>
      ))}
      <section className={styles.part} aria-label="Who and when">
        <TermsFields terms={values} faults={faults} onChange={change} isOut={isOut} />
      </section>
      <PublishButtons isOut={isOut} scheduledAt={values.scheduledAt} busy={busy} problem={problem} onDraft={() => void save('draft')} />
    </form>
  );
}
