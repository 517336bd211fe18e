/** Uploading videos, many at once: one card for each, filled in while its file is on its way. */
import { useRouter } from 'next/router';
import { useState } from 'react';
import * as limits from '@contract/kernel/limits';
import { services } from '@web/services/services';
import { forgetDraft } from '@web/session/drafts';
import { contentPath } from '@web/features/content/editing/shared/content-path';
import { useCurrentUser } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { dropUploads, finishUpload, moveUpload, sentUpload, startUpload, uploadsTaken } from '@web/uploads/uploads';
import { isUnderWay, readUploads, useUploads } from '@web/uploads/upload-list';
import type { Upload } from '@web/uploads/upload-list';
import { OneUpload } from '@web/uploads/upload-rows';
import { useValueDraft } from '@web/forms/use-draft';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { FilePick } from '../shared/file-pick';
import { PeopleField } from '../../../editing/people-field';
import { TermsFields } from '../shared/terms-fields';
import { TitledFields } from '../shared/titled-fields';
import { partsOf, VideoPart } from './video-parts';
import { titledFaults, valuesOfFile, videoForm } from './video-values';
import styles from '../shared/editing.module.css';

const place = 'video:new';
const href = '/creator/videos/new';

export function NewVideos() {
  const uploads = useUploads().filter((upload) => upload.place === place);
  return (
    <div className={styles.editor}>
      <FilePick
        label="Choose files"
        type="video"
        countMax={limits.uploadsOpenMax - uploads.length}
        onFiles={(files) => files.forEach((file) => startUpload({ file, type: 'video', place, href }))}
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
  const base = `video-card:${upload.id}`;
  const [values, change, forget] = useValueDraft(base, valuesOfFile(upload.name));
  const [faults, setFaults] = useState<ReturnType<typeof titledFaults>>({});
  const [problem, setProblem] = useState<string | null>(null);

  const handOver = (status: 'draft' | 'active') => {
    const found = titledFaults(values, Date.now());
    const parts = partsOf(base);
    setFaults(found);
    const mayCome = isUnderWay(upload) || sentUpload(upload.id) !== null;
    if (!mayCome) setProblem('The video was not sent. Send it again first.');
    else setProblem(parts === null ? 'Its thumbnail or teaser is not sent yet. Wait, send it again, or remove it.' : null);
    if (Object.keys(found).length > 0 || parts === null || !mayCome || !user) return;
    // Once given away it belongs to the queue, which outlives this page. What is refused comes back to this card.
    finishUpload(upload.id, async (sent, options) => {
      try {
        const files = { teaser: parts.files.teaser, thumbnail: parts.files.thumbnail };
        const video = await services.videos['POST /performer/performer-assets/videos/upload'](
          { files: { video: sent, ...files }, body: videoForm(values, status) },
          options,
        );
        moveUpload(upload.id, '');
        uploadsTaken(parts.ids);
        forgetDraft(user._id, base);
        return video.video;
      } catch (thrown) {
        moveUpload(upload.id, place);
        throw thrown;
      }
    });
    moveUpload(upload.id, '');
    showToast({ tone: 'ok', text: status === 'draft' ? 'Kept as a draft once it is sent' : 'Published as soon as it is ready' });
    const isLast = !readUploads().some((other) => other.place === place);
    if (isLast) void router.push(contentPath(user, 'videos'));
  };

  const remove = () => {
    dropUploads([upload.id, ...(partsOf(base)?.ids ?? [])]);
    forget();
  };

  return (
    <form
      noValidate
      className={styles.part}
      aria-label={upload.name}
      onSubmit={(event) => {
        event.preventDefault();
        handOver('active');
      }}
    >
      <OneUpload upload={upload} />
      <TitledFields values={values} faults={faults} onChange={change} />
      <PeopleField people={values.people} onChange={(people) => change({ people })} />
      <VideoPart base={base} href={href} part="thumbnail" label="Add thumbnail" />
      <p className={styles.quiet}>Or choose one of {limits.videoFrames} moments of the video once it is ready.</p>
      <VideoPart base={base} href={href} part="teaser" label="Add teaser" />
      <TermsFields terms={values} faults={faults} onChange={change} isOut={false} />
      {problem === null ? null : <Notice tone="danger">{problem}</Notice>}
      <div className={styles.cardActions}>
        <Button type="submit" kind="primary">
          {values.scheduledAt === '' ? 'Publish when ready' : 'Schedule'}
        </Button>
        <Button onPress={() => handOver('draft')}>Save draft</Button>
        <Button kind="quiet" onPress={remove}>
          Remove
        </Button>
      </div>
    </form>
  );
}
