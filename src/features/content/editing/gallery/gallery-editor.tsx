/** `/creator/galleries/new` and `/creator/galleries/[id]`: what a gallery is called and for whom it is, and its photos. */
import { messages } from '@contract/kernel/errors';
import * as limits from '@contract/kernel/limits';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { contentPath } from '@web/features/content/editing/shared/content-path';
import { useCurrentUser } from '@web/session/store/hooks';
import { problemOf } from '@web/session/problem';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useUploads, isUnderWay } from '@web/uploads/upload-list';
import { useValueDraft } from '@web/forms/use-draft';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { Fault, Skeleton } from '@web/ui/feedback/states';
import { FilePick } from '../shared/file-pick';
import { GalleryPhotos, placeOfGallery, sendPhotos } from './gallery-photos';
import { galleryBody, valuesOfGallery } from './gallery-values';
import type { Gallery } from './gallery-values';
import { PublishButtons } from '../shared/publish-buttons';
import { editedAt, ownRead } from '../../../editing/reads';
import { TermsFields } from '../shared/terms-fields';
import { TitledFields } from '../shared/titled-fields';
import { VerifiedOnly } from '@web/session/verified-only';
import { useSaved } from '../../../editing/use-saved';
import { titledFaults } from '../video/video-values';
import styles from '../shared/editing.module.css';

export function GalleryEditor() {
  const { query } = useRouter();
  const id = editedAt(query);
  return (
    <>
      <PageHead title={id === null ? 'New gallery' : 'Edit gallery'} noindex />
      <VerifiedOnly>{id === null ? <Editor key="new" gallery={null} /> : <Existing key={id} id={id} />}</VerifiedOnly>
    </>
  );
}

function Existing({ id }: { id: string }) {
  const { data, error, mutate } = useEndpoint('GET /performer/performer-assets/galleries/:id/view', ownRead(id), {
    revalidateOnFocus: false,
  });
  if (data) return <Editor gallery={data} />;
  return error ? <Fault error={error} onRetry={() => void mutate()} /> : <Skeleton shape="form" count={4} label="Loading the gallery…" />;
}

function Editor({ gallery }: { gallery: Gallery | null }) {
  const router = useRouter();
  const user = useCurrentUser();
  const keep = useSaved('GET /performer/performer-assets/galleries/search');
  const [values, change, forget] = useValueDraft(placeOfGallery(gallery?._id ?? 'new'), valuesOfGallery(gallery));
  const [faults, setFaults] = useState<ReturnType<typeof titledFaults>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const isOut = gallery?.state === 'published';

  const attempt = async (act: () => Promise<void>) => {
    setProblem(null);
    setBusy(true);
    try {
      await act();
    } catch (thrown) {
      setProblem(problemOf(thrown, messages.saveFailed).message);
    } finally {
      setBusy(false);
    }
  };

  /** Photos need a gallery to go to: it is made as a draft with what was written so far. */
  const begin = (files: readonly File[]) =>
    void attempt(async () => {
      const made = await services.galleries['POST /performer/performer-assets/galleries']({ body: galleryBody(values, 'draft') });
      forget();
      sendPhotos(made._id, files);
      await router.replace(`/creator/galleries/${made._id}`);
    });

  const save = async (status: 'draft' | 'active') => {
    const found = titledFaults(values, Date.now());
    setFaults(found);
    if (busy || Object.keys(found).length > 0) return;
    await attempt(async () => {
      const body = galleryBody(values, status);
      const saved =
        gallery === null
          ? await services.galleries['POST /performer/performer-assets/galleries']({ body })
          : await services.galleries['PUT /performer/performer-assets/galleries/:id']({ params: { id: gallery._id }, body });
      forget();
      keep(saved);
      showToast({
        tone: 'ok',
        text: status === 'draft' ? 'Draft saved' : saved.state === 'scheduled' ? 'Gallery scheduled' : 'Gallery published',
      });
      if (user) await router.push(contentPath(user, 'galleries'));
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
      {gallery === null ? (
        <section className={styles.part} aria-label="Photos">
          <FilePick label="Add photos" type="photo" countMax={busy ? 0 : limits.galleryPhotosMax} onFiles={begin} />
        </section>
      ) : (
        <GalleryPhotos id={gallery._id} />
      )}
      <section className={styles.part} aria-label="Who and when">
        <TermsFields terms={values} faults={faults} onChange={change} isOut={isOut} />
      </section>
      {gallery === null ? null : <OnTheirWay id={gallery._id} />}
      <PublishButtons isOut={isOut} scheduledAt={values.scheduledAt} busy={busy} problem={problem} onDraft={() => void save('draft')} />
    </form>
  );
}

/** A gallery may be published before all of its photos are there: they join it as they arrive. */
function OnTheirWay({ id }: { id: string }) {
  const count = useUploads().filter((upload) => upload.place === placeOfGallery(id) && isUnderWay(upload)).length;
  if (count === 0) return null;
  return (
    <Notice tone="hint">
      {count === 1
        ? '1 photo is still on the way and will join the gallery.'
        : `${String(count)} photos are still on the way and will join the gallery.`}
    </Notice>
  );
}
