/** One promotion: its picture, texts, link, position and period. */
import * as limits from '@contract/kernel/limits';
import { promoPositions } from '@contract/kernel/values/promos';
import { instantOf, localTime } from '@web/lib/i18n/local-time';
import { wholeNumber } from '@web/lib/typed-number';
import { services } from '@web/services/services';
import { contractResolver } from '@web/forms/contract-resolver';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { SelectField, TextAreaField, TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { Progress } from '@web/ui/feedback/progress';
import { Sheet } from '@web/ui/dialogs/sheet';
import { DropZone } from '@web/ui/forms/upload';
import { useEffect, useMemo, useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { positionLabels, type Promo } from './labels';
import { Form } from '@web/ui/forms/form';
import styles from './promos.module.css';

interface Values {
  picture: File | null;
  title: string;
  description: string;
  link: string;
  position: Promo['position'];
  ordering: string;
  startsAt: string;
  endsAt: string;
}

const { promo: promoLimits } = limits;
const positionOptions = promoPositions.map((value) => ({ value, label: positionLabels[value].long }));
const percentMax = 100;

/** An empty text removes the value. */
const bodyOf = ({ title, description, link, position, ordering, startsAt, endsAt }: Values, promo: Promo | null) => ({
  title,
  description,
  link: link.trim(),
  position,
  ordering: wholeNumber(ordering),
  startsAt: instantOf(startsAt, promo?.startsAt) ?? '',
  endsAt: instantOf(endsAt, promo?.endsAt) ?? '',
});

interface PromoFormProps {
  /** Null creates a new one. */
  promo: Promo | null;
  onClose: () => void;
  onDone: () => void;
}

export function PromoForm({ promo, onClose, onDone }: PromoFormProps) {
  const [percent, setPercent] = useState<number | null>(null);
  const form = useForm<Values>({
    defaultValues: {
      picture: null,
      title: promo?.title ?? '',
      description: promo?.description ?? '',
      link: promo?.link ?? '',
      position: promo?.position ?? 'top',
      ordering: String(promo?.ordering ?? 0),
      startsAt: localTime(promo?.startsAt ?? null),
      endsAt: localTime(promo?.endsAt ?? null),
    },
    resolver: contractResolver(
      'POST /admin/site-promos',
      () => import('@contract/site/promos'),
      (values) => bodyOf(values, promo),
      {
        picture: { check: (file) => promo === null && file === null && 'Choose an image.' },
        title: { empty: 'Enter a title.' },
        ordering: { text: 'Use a whole number.' },
        endsAt: { check: (end, { startsAt }) => end !== '' && startsAt !== '' && end <= startsAt && 'Choose an end after the start.' },
      },
    ),
  });
  const { register, control, formState } = form;
  const {
    field: { value: picture, onChange: choosePicture, ref: pictureRef },
  } = useController({ control, name: 'picture' });
  const { errors } = formState;
  const { busy, error, submit } = useSend(form, async (values) => {
    const body = bodyOf(values, promo);
    const image = values.picture;
    const options = { onProgress: (sent: number) => setPercent(image === null ? null : sent * percentMax) };
    try {
      if (promo !== null)
        await services.promos['PUT /admin/site-promos/:id'](
          { params: { id: promo._id }, body, files: { image: image ?? undefined } },
          options,
        );
      else if (image !== null) await services.promos['POST /admin/site-promos']({ body, files: { image } }, options);
    } finally {
      setPercent(null);
    }
    onDone();
  });
  return (
    <Sheet open title={promo === null ? 'New promotion' : `Edit ${promo.title}`} onClose={onClose}>
      <Form className={styles.stack} onSubmit={submit}>
        <PicturePreview file={picture} url={promo?.image.url ?? null} />
        <DropZone
          label={picture === null && promo === null ? 'Choose an image' : 'Choose another image'}
          hint="Looks best at a 3:1 aspect ratio."
          accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
          sizeMax={limits.upload_bytes.image}
          disabled={busy}
          error={errors.picture?.message}
          ref={pictureRef}
          onFiles={([file]) => choosePicture(file ?? null)}
        />
        <TextField label="Title" maxLength={promoLimits.titleLengthMax} error={errors.title} {...register('title')} />
        <TextAreaField
          label="Description"
          optional
          rows={2}
          maxLength={promoLimits.descriptionLengthMax}
          error={errors.description}
          {...register('description')}
        />
        <TextField
          label="Link"
          optional
          hint="A path of this site, or an address that begins with https://."
          maxLength={promoLimits.linkLengthMax}
          error={errors.link}
          {...register('link')}
        />
        <SelectField label="Position" options={positionOptions} error={errors.position} {...register('position')} />
        <TextField label="Order" hint="Lower numbers come first." inputMode="numeric" error={errors.ordering} {...register('ordering')} />
        <TextField label="Starts" optional type="datetime-local" error={errors.startsAt} {...register('startsAt')} />
        <TextField label="Ends" optional type="datetime-local" error={errors.endsAt} {...register('endsAt')} />
        {percent === null ? null : <Progress label={percent < percentMax ? 'Uploading image' : 'Preparing image'} percent={percent} />}
        {error ? <Notice tone="danger">{error.message}</Notice> : null}
        <div className={styles.actions}>
          <Button type="submit" kind="primary" busy={busy}>
            {promo === null ? 'Create promotion' : 'Save changes'}
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </Form>
    </Sheet>
  );
}

/** The newly selected picture, else the current one. */
function PicturePreview({ file, url }: { file: File | null; url: string | null }) {
  const objectUrl = useMemo(() => (file === null ? null : URL.createObjectURL(file)), [file]);
  useEffect(
    () => () => {
      if (objectUrl !== null) URL.revokeObjectURL(objectUrl);
    },
    [objectUrl],
  );
  const src = objectUrl ?? url;
  return src === null ? null : <img className={styles.large} src={src} alt={file === null ? 'Current image' : `Selected: ${file.name}`} />;
}
