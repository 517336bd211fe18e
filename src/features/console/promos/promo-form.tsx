/** One promotion: its picture, words, link, place and time. */
import * as limits from '@contract/kernel/limits';
import { kindOfLink, linkRule, promoPositions } from '@contract/values';
import { instantOf, localTime } from '@web/lib/local-time';
import { services } from '@web/services/services';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { SelectField, TextAreaField, TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { Progress } from '@web/ui/feedback/progress';
import { Sheet } from '@web/ui/dialogs/sheet';
import { DropZone } from '@web/ui/forms/upload';
import { useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { placeWords, type Promo } from './labels';
import styles from './promos.module.css';

interface Values {
  title: string;
  description: string;
  link: string;
  position: Promo['position'];
  ordering: string;
  startsAt: string;
  endsAt: string;
}

const { promo: rule } = limits;
const places = promoPositions.map((value) => ({ value, label: placeWords[value].long }));
const whole = 100;

interface PromoFormProps {
  /** Null: a new one. */
  promo: Promo | null;
  onClose: () => void;
  onDone: () => void;
}

export function PromoForm({ promo, onClose, onDone }: PromoFormProps) {
  const [picture, setPicture] = useState<File | null>(null);
  const [missing, setMissing] = useState<string | undefined>(undefined);
  const [percent, setPercent] = useState<number | null>(null);
  const form = useForm<Values>({
    defaultValues: {
      title: promo?.title ?? '',
      description: promo?.description ?? '',
      link: promo?.link ?? '',
      position: promo?.position ?? 'top',
      ordering: String(promo?.ordering ?? 0),
      startsAt: localTime(promo?.startsAt ?? null),
      endsAt: localTime(promo?.endsAt ?? null),
    },
  });
  const { register, formState } = form;
  const { errors } = formState;
  const { busy, problem, submit } = useSend(form, async ({ link, ordering, startsAt, endsAt, ...same }) => {
    setMissing(undefined);
    if (promo === null && picture === null) {
      setMissing('Choose a picture.');
      return;
    }
    // Empty text says that there is none.
    const times = { startsAt: instantOf(startsAt) ?? '', endsAt: instantOf(endsAt) ?? '' };
    const body = { ...same, ...times, link: link.trim(), ordering: Number(ordering) };
    const options = { onProgress: (sent: number) => setPercent(picture === null ? null : sent * whole) };
    try {
      if (promo !== null)
        await services.promos['PUT /admin/site-promos/:id'](
          { params: { id: promo._id }, body, files: { image: picture ?? undefined } },
          options,
        );
      else if (picture !== null) await services.promos['POST /admin/site-promos']({ body, files: { image: picture } }, options);
    } finally {
      setPercent(null);
    }
    onDone();
  });
  return (
    <Sheet open title={promo === null ? 'New promotion' : `Change ${promo.title}`} onClose={onClose}>
      <form noValidate className={styles.stack} onSubmit={submit}>
        <Shown file={picture} address={promo?.image.url ?? null} />
        <DropZone
          label={picture === null && promo === null ? 'Choose a picture' : 'Choose another picture'}
          hint="Three times as wide as it is high looks best."
          accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
          sizeMax={limits.upload_bytes.image}
          disabled={busy}
          error={missing}
          onFiles={([file]) => {
            setMissing(undefined);
            setPicture(file ?? null);
          }}
        />
        <TextField
          label="Title"
          maxLength={rule.titleLengthMax}
          error={errors.title}
          {...register('title', { required: 'Give it a title.' })}
        />
        <TextAreaField
          label="Description"
          optional
          rows={2}
          maxLength={rule.descriptionLengthMax}
          error={errors.description}
          {...register('description')}
        />
        <TextField
          label="Link"
          optional
          hint="A path of this site, or an address that begins with https://."
          maxLength={rule.linkLengthMax}
          error={errors.link}
          {...register('link', { validate: (link) => link.trim() === '' || kindOfLink(link.trim()) !== null || linkRule })}
        />
        <SelectField label="Place" options={places} error={errors.position} {...register('position')} />
        <TextField
          label="Order"
          hint="Lower numbers stand first."
          inputMode="numeric"
          error={errors.ordering}
          {...register('ordering', {
            validate: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= rule.orderingMax) || 'Use a whole number.',
          })}
        />
        <TextField label="Begins" optional type="datetime-local" error={errors.startsAt} {...register('startsAt')} />
        <TextField
          label="Ends"
          optional
          type="datetime-local"
          error={errors.endsAt}
          {...register('endsAt', {
            validate: (end, { startsAt }) => end === '' || startsAt === '' || end > startsAt || 'It ends before it begins.',
          })}
        />
        {percent === null ? null : <Progress label={percent < whole ? 'Sending the picture' : 'Preparing the picture'} percent={percent} />}
        {problem ? <Notice tone="danger">{problem.message}</Notice> : null}
        <div className={styles.actions}>
          <Button type="submit" kind="primary" busy={busy}>
            {promo === null ? 'Make promotion' : 'Save changes'}
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </form>
    </Sheet>
  );
}

/** The picture that was chosen, else the one that is shown now. */
function Shown({ file, address }: { file: File | null; address: string | null }) {
  const chosen = useMemo(() => (file === null ? null : URL.createObjectURL(file)), [file]);
  useEffect(
    () => () => {
      if (chosen !== null) URL.revokeObjectURL(chosen);
    },
    [chosen],
  );
  const shown = chosen ?? address;
  return shown === null ? null : (
    <img className={styles.large} src={shown} alt={file === null ? 'Present picture' : `Chosen: ${file.name}`} />
  );
}
