/** Edits one photo of the owner: its title, description and gallery, and its own terms if it is in no gallery. */
import * as messages from '@contract/kernel/messages';
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { serializeError } from '@web/services/serialized-error';
import { showFailure } from '@web/forms/show-failure';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { useFocusFirstError } from '@web/ui/forms/use-first-error';
import { SelectField, TextAreaField, TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { Skeleton } from '@web/ui/feedback/states';
import type { Gallery, Photo } from './gallery-values';
import { PeopleField } from '../shared/people-field';
import { peopleBodyOf } from '@web/social/shown-people';
import { validateTerms, termsOf, termsRequestBody } from '../shared/terms';
import type { FieldErrors, Terms } from '../shared/terms';
import { TermsFields } from '../shared/terms-fields';
import styles from '../shared/editing.module.css';

interface PhotoEditorProps {
  photo: Photo;
  onClose: () => void;
  /** Called when the photo has changed. */
  onChanged: () => void;
}

/** One page of the owner's latest galleries; older ones are not offered. */
const galleriesRequest = { query: { limit: limits.page.limitMax } };
const noGallery = '';

export function PhotoEditor(props: PhotoEditorProps) {
  const { data, error } = useEndpoint('GET /performer/performer-assets/galleries/search', galleriesRequest);
  if (data !== undefined || error !== undefined) return <PhotoForm {...props} galleries={data?.data ?? []} />;
  return (
    <OpenSheet title="Edit photo" onClose={props.onClose}>
      <Skeleton shape="form" count={3} label="Loading the photo…" />
    </OpenSheet>
  );
}

function PhotoForm({ photo, galleries, onClose, onChanged }: PhotoEditorProps & { galleries: readonly Gallery[] }) {
  const previousId = photo.galleryId ?? noGallery;
  const [texts, setTexts] = useState({ title: photo.title, description: photo.description });
  const [gallery, setGallery] = useState(previousId);
  const [terms, setTerms] = useState<Terms>(termsOf(photo));
  const [fieldErrors, setFieldErrors] = useState<FieldErrors<Terms>>({});
  const fields = useFocusFirstError<HTMLDivElement>(fieldErrors);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const previousGallery = galleries.find(({ _id }) => _id === previousId);
  const isMoved = gallery !== previousId;

  const save = async () => {
    const galleryId = gallery === noGallery ? null : gallery;
    await services.galleries['PUT /performer/performer-assets/photos/:id']({
      params: { id: photo._id },
      body: {
        title: texts.title.trim(),
        description: texts.description.trim(),
        ...(isMoved ? { galleryId } : {}),
        ...(galleryId === null ? termsRequestBody(terms) : peopleBodyOf(terms)),
      },
    });
    onClose();
    onChanged();
    if (!isMoved) {
      showToast({ tone: 'ok', text: messages.saved });
      return;
    }
    const moveBack = () =>
      services.galleries['PUT /performer/performer-assets/photos/:id']({
        params: { id: photo._id },
        body: { galleryId: photo.galleryId },
      }).then(onChanged);
    showToast({
      text: 'Photo moved',
      onUndo: () => void moveBack().catch((thrown: unknown) => showFailure(thrown, messages.saveFailed)),
    });
  };

  const submit = async () => {
    const found = gallery === noGallery ? validateTerms(terms, Date.now()) : {};
    setFieldErrors(found);
    setError(null);
    if (Object.keys(found).length > 0 || busy) return;
    if (isMoved && (previousGallery?.totalSold ?? 0) > 0) {
      setConfirming(true);
      return;
    }
    setBusy(true);
    try {
      await save();
    } catch (thrown) {
      setError(serializeError(thrown, messages.saveFailed).message);
      setBusy(false);
    }
  };

  if (isConfirming)
    return (
      <ConfirmDialog
        open
        title={`Remove from “${previousGallery?.title ?? ''}”?`}
        consequence="Fans who bought the gallery keep this photo. Others no longer see it there."
        actionLabel="Move photo"
        onConfirm={save}
        onClose={() => setConfirming(false)}
      />
    );
  return (
    <OpenSheet
      title="Edit photo"
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" busy={busy} onPress={() => void submit()}>
            Save photo
          </Button>
        </>
      }
    >
      <div ref={fields} className={styles.preview}>
        <TextField
          label="Title"
          optional
          maxLength={limits.itemTitleLengthMax}
          value={texts.title}
          onChange={({ target }) => setTexts({ ...texts, title: target.value })}
        />
        <TextAreaField
          label="Description"
          optional
          hint="Read aloud by screen readers."
          rows={3}
          maxLength={limits.itemDescriptionLengthMax}
          value={texts.description}
          onChange={({ target }) => setTexts({ ...texts, description: target.value })}
        />
        <SelectField
          label="Gallery"
          options={[{ value: noGallery, label: 'No gallery' }, ...optionsOf(galleries, previousId)]}
          value={gallery}
          onChange={({ target }) => setGallery(target.value)}
        />
        <PeopleField terms={terms} stored={photo.people} onChange={(next) => setTerms({ ...terms, ...next })} />
        {gallery === noGallery ? (
          <TermsFields
            terms={terms}
            fieldErrors={fieldErrors}
            onChange={(next) => setTerms({ ...terms, ...next })}
            isPublished={photo.state === 'published'}
            hidesPrice
          />
        ) : (
          <p className={styles.quiet}>Anyone who can see the gallery can see this photo. The gallery’s price applies.</p>
        )}
        {error === null ? null : <Notice tone="danger">{error}</Notice>}
      </div>
    </OpenSheet>
  );
}

/** The photo's gallery is always an option, even if it is older than the loaded ones. */
function optionsOf(galleries: readonly Gallery[], currentId: string) {
  const known = galleries.map(({ _id, title }) => ({ value: _id, label: title }));
  return currentId === noGallery || known.some(({ value }) => value === currentId)
    ? known
    : [{ value: currentId, label: 'Current gallery' }, ...known];
}
