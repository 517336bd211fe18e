/** `/creator/galleries/new` and `/creator/galleries/[id]`: a gallery's title, terms and photos. */
import * as messages from '@contract/kernel/messages';
import * as limits from '@contract/kernel/limits';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { contentPath } from '@web/features/content/editing/shared/content-path';
import { useCurrentUser } from '@web/session/store/hooks';
import { serializeError } from '@web/services/serialized-error';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useUploads } from '@web/uploads/upload-list';
import { isPending } from '@web/uploads/upload-states';
import { useFocusFirstError } from '@web/ui/forms/use-first-error';
import { useValueDraft } from '@web/forms/use-draft';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { FilePicker } from '../shared/file-pick';
import { GalleryPhotos, galleryUploadKey, uploadPhotos } from './gallery-photos';
import { galleryBody, valuesOfGallery } from './gallery-values';
import type { Gallery } from './gallery-values';
import { PeopleField } from '../shared/people-field';
import { PublishButtons } from '../shared/publish-buttons';
import { editedId, ownItemRequest } from '../shared/requests';
import { TermsFields } from '../shared/terms-fields';
import { TitledFields } from '../shared/titled-fields';
import { VerifiedOnly } from '@web/session/verified-only';
import { pendingText } from '@web/lib/wording/consent-labels';
import { useUpdateSavedItem } from '../shared/use-saved';
import { validateTitled } from '../video/video-values';
import { Form } from '@web/ui/forms/form';
import styles from '../shared/editing.module.css';

export function GalleryEditor() {
  const { query } = useRouter();
  const id = editedId(query);
  return (
    <>
      <PageHead title={id === null ? 'New gallery' : 'Edit gallery'} noindex />
      <VerifiedOnly>{id === null ? <GalleryForm key="new" gallery={null} /> : <ExistingGalleryEditor key={id} id={id} />}</VerifiedOnly>
    </>
  );
}

function ExistingGalleryEditor({ id }: { id: string }) {
  const { data, error, mutate } = useEndpoint('GET /performer/performer-assets/galleries/:id/view', ownItemRequest(id), {
    revalidateOnFocus: false,
  });
  if (data) return <GalleryForm gallery={data} />;
  return error ? (
    <ErrorState error={error} onRetry={() => void mutate()} />
  ) : (
    <Skeleton shape="form" count={4} label="Loading the gallery…" />
  );
}

function GalleryForm({ gallery }: { gallery: Gallery | null }) {
  const router = useRouter();
  const user = useCurrentUser();
  const updateCaches = useUpdateSavedItem('GET /performer/performer-assets/galleries/search');
  const [values, change, removeDraft] = useValueDraft(galleryUploadKey(gallery?._id ?? 'new'), valuesOfGallery(gallery));
  const [fieldErrors, setFieldErrors] = useState<ReturnType<typeof validateTitled>>({});
  const form = useFocusFirstError(fieldErrors);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const isPublished = gallery?.state === 'published';

  const attempt = async (act: () => Promise<void>) => {
    setError(null);
    setBusy(true);
    try {
      await act();
    } catch (thrown) {
      setError(serializeError(thrown, messages.saveFailed).message);
    } finally {
      setBusy(false);
    }
  };

  /** Photos need an existing gallery, so it is created as a draft with the current values. */
  const createWithPhotos = (files: readonly File[]) =>
    void attempt(async () => {
      const created = await services.galleries['POST /performer/performer-assets/galleries']({ body: galleryBody(values, 'draft') });
      removeDraft();
      uploadPhotos(created._id, files);
      await router.replace(`/creator/galleries/${created._id}`);
    });

  const save = async (status: 'draft' | 'active') => {
    const found = validateTitled(values, Date.now());
    setFieldErrors(found);
    if (busy || Object.keys(found).length > 0) return;
    await attempt(async () => {
      const body = galleryBody(values, status);
      const saved =
        gallery === null
          ? await services.galleries['POST /performer/performer-assets/galleries']({ body })
          : await services.galleries['PUT /performer/performer-assets/galleries/:id']({ params: { id: gallery._id }, body });
      removeDraft();
      updateCaches(saved);
      showToast({
        tone: 'ok',
        text:
          pendingText(saved.state) ??
          (status === 'draft' ? 'Draft saved' : saved.state === 'scheduled' ? 'Gallery scheduled' : 'Gallery published'),
      });
      if (user) await router.push(contentPath(user, 'galleries'));
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
      {gallery === null ? (
        <section className={styles.part} aria-label="Photos">
          <FilePicker label="Add photos" type="photo" countMax={busy ? 0 : limits.galleryPhotosMax} onFiles={createWithPhotos} />
        </section>
      ) : (
        <GalleryPhotos id={gallery._id} />
      )}
      <PeopleField terms={values} stored={gallery?.people} onChange={change} />
      <section className={styles.part} aria-label="Audience and schedule">
        <TermsFields terms={values} fieldErrors={fieldErrors} onChange={change} isPublished={isPublished} />
      </section>
      {gallery === null ? null : <PendingUploads id={gallery._id} />}
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

/** A gallery can be published before all of its photos are uploaded: they are added as their uploads finish. */
function PendingUploads({ id }: { id: string }) {
  const count = useUploads().filter((upload) => upload.formKey === galleryUploadKey(id) && isPending(upload)).length;
  if (count === 0) return null;
  return (
    <Notice tone="hint">
      {count === 1
        ? '1 photo is still uploading. It’ll be added when it’s done.'
        : `${String(count)} photos are still uploading. They’ll be added when they’re done.`}
    </Notice>
  );
}
