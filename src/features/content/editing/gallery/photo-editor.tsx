/** One photo of the owner's list: what it is called and shows, in which gallery it is, and its own terms while it is in none. */
import { messages } from '@contract/kernel/errors';
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { problemOf } from '@web/session/problem';
import { showFailure } from '@web/session/show-failure';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { SelectField, TextAreaField, TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { Skeleton } from '@web/ui/feedback/states';
import type { Gallery, Photo } from './gallery-values';
import { termFaults, termsOf, wireOf } from '../../../editing/terms';
import type { Faults, Terms } from '../../../editing/terms';
import { TermsFields } from '../shared/terms-fields';
import styles from '../shared/editing.module.css';

interface PhotoEditorProps {
  photo: Photo;
  onClose: () => void;
  /** Something of the photo is different now. */
  onChanged: () => void;
}

/** Her galleries, the latest first; of more than these the gallery's own page moves photos in. */
const galleriesRead = { query: { limit: limits.page.limitMax } };
const none = '';

export function PhotoEditor(props: PhotoEditorProps) {
  const { data, error } = useEndpoint('GET /performer/performer-assets/galleries/search', galleriesRead);
  if (data !== undefined || error !== undefined) return <Form {...props} galleries={data?.data ?? []} />;
  return (
    <OpenSheet title="Edit photo" onClose={props.onClose}>
      <Skeleton shape="form" count={3} label="Loading the photo…" />
    </OpenSheet>
  );
}

function Form({ photo, galleries, onClose, onChanged }: PhotoEditorProps & { galleries: readonly Gallery[] }) {
  const before = photo.galleryId ?? none;
  const [words, setWords] = useState({ title: photo.title, description: photo.description });
  const [gallery, setGallery] = useState(before);
  const [terms, setTerms] = useState<Terms>(termsOf(photo));
  const [faults, setFaults] = useState<Faults<Terms>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const left = galleries.find(({ _id }) => _id === before);
  const isMoved = gallery !== before;

  const save = async () => {
    const galleryId = gallery === none ? null : gallery;
    await services.galleries['PUT /performer/performer-assets/photos/:id']({
      params: { id: photo._id },
      body: {
        title: words.title.trim(),
        description: words.description.trim(),
        ...(isMoved ? { galleryId } : {}),
        ...(galleryId === null ? wireOf(terms) : {}),
      },
    });
    onClose();
    onChanged();
    if (!isMoved) {
      showToast({ tone: 'ok', text: messages.saved });
      return;
    }
    const back = () =>
      services.galleries['PUT /performer/performer-assets/photos/:id']({
        params: { id: photo._id },
        body: { galleryId: photo.galleryId },
      }).then(onChanged);
    showToast({
      text: 'Photo moved',
      onUndo: () => void back().catch((thrown: unknown) => showFailure(thrown, messages.saveFailed)),
    });
  };

  const submit = async () => {
    const found = gallery === none ? termFaults(terms, Date.now()) : {};
    setFaults(found);
    setProblem(null);
    if (Object.keys(found).length > 0 || busy) return;
    if (isMoved && (left?.totalSold ?? 0) > 0) {
      setAsked(true);
      return;
    }
    setBusy(true);
    try {
      await save();
    } catch (thrown) {
      setProblem(problemOf(thrown, messages.saveFailed).message);
      setBusy(false);
    }
  };

  if (isAsked)
    return (
      <ConfirmDialog
        open
        title={`Take it out of “${left?.title ?? ''}”?`}
        consequence="Whoever bought that gallery no longer finds the photo in it."
        verb="Move photo"
        onConfirm={save}
        onClose={() => setAsked(false)}
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
      <div className={styles.preview}>
        <TextField
          label="Title"
          optional
          maxLength={limits.itemTitleLengthMax}
          value={words.title}
          onChange={({ target }) => setWords({ ...words, title: target.value })}
        />
        <TextAreaField
          label="What it shows"
          optional
          hint="Read out to those who do not see it."
          rows={3}
          maxLength={limits.itemDescriptionLengthMax}
          value={words.description}
          onChange={({ target }) => setWords({ ...words, description: target.value })}
        />
        <SelectField
          label="Gallery"
          options={[{ value: none, label: 'None, on its own' }, ...optionsOf(galleries, before)]}
          value={gallery}
          onChange={({ target }) => setGallery(target.value)}
        />
        {gallery === none ? (
          <TermsFields
            terms={terms}
            faults={faults}
            onChange={(next) => setTerms({ ...terms, ...next })}
            isOut={photo.state === 'published'}
            isUnsold
          />
        ) : (
          <p className={styles.quiet}>Whoever may see the gallery sees the photo; the price is the gallery’s.</p>
        )}
        {problem === null ? null : <Notice tone="danger">{problem}</Notice>}
      </div>
    </OpenSheet>
  );
}

/** The gallery that the photo is in stands there also when it is older than those that were read. */
function optionsOf(galleries: readonly Gallery[], present: string) {
  const known = galleries.map(({ _id, title }) => ({ value: _id, label: title }));
  return present === none || known.some(({ value }) => value === present) ? known : [{ value: present, label: 'As it is' }, ...known];
}
