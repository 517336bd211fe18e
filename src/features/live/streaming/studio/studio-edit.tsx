/** Edits a running show. A new price applies to new viewers only, a new audience also to those already watching. */
import * as messages from '@contract/kernel/messages';
import * as limits from '@contract/kernel/limits';
import type { Audience } from '@contract/kernel/values/content';
import { useForm, useWatch } from 'react-hook-form';
import { services } from '@web/services/services';
import { NetAmount } from '@web/checkout/receives';
import { contractResolver } from '@web/forms/contract-resolver';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { AmountField, TextAreaField, TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { showToast } from '@web/ui/feedback/toast-queue';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { AudienceChoice } from '../show-settings/studio-audience';
import { accessTerms, checkPrice } from '../show-settings/studio-price';
import type { OwnStream } from '../show-settings/studio-show';
import styles from '../show-settings/studio.module.css';

interface Values {
  title: string;
  description: string;
  audience: Audience;
  price: string;
}

const bodyOf = ({ title, description, audience, price }: Values) => ({ title, description, ...accessTerms(audience, price) });

interface EditShowProps {
  stream: OwnStream;
  onClose: () => void;
  onChanged: (stream: OwnStream) => Promise<void>;
}

export function EditShow({ stream, onClose, onChanged }: EditShowProps) {
  const { title, description } = stream;
  const form = useForm<Values>({
    defaultValues: { title, description, audience: stream.audience, price: stream.price?.toFixed(2) ?? '' },
    resolver: contractResolver('PUT /streaming/live/:id', () => import('@contract/live/streaming'), bodyOf, {
      title: { empty: 'Enter a title for your stream.' },
      price: { check: checkPrice },
    }),
  });
  const { register, control, setValue, formState } = form;
  const { errors } = formState;
  const [audience, price] = useWatch({ control, name: ['audience', 'price'] });
  const { busy, error, submit } = useSend(
    form,
    async (values) => {
      await onChanged(await services.streaming['PUT /streaming/live/:id']({ params: { id: stream._id }, body: bodyOf(values) }));
      showToast({ tone: 'ok', text: messages.saved });
      onClose();
    },
    { fallbackMessage: messages.saveFailed },
  );
  return (
    <OpenSheet
      title="Edit stream"
      onClose={onClose}
      actions={
        <Button kind="primary" wide busy={busy} onPress={submit}>
          Save changes
        </Button>
      }
    >
      <div className={styles.form}>
        <TextField label="Title" maxLength={limits.stream.titleLengthMax} error={errors.title} {...register('title')} />
        <TextAreaField
          label="Description"
          optional
          rows={2}
          maxLength={limits.stream.descriptionLengthMax}
          error={errors.description}
          {...register('description')}
        />
        <AudienceChoice value={audience} onChange={(chosen) => setValue('audience', chosen)} />
        {audience !== stream.audience && audience !== 'public' ? (
          <Notice tone="warn">Viewers without access will be removed from the stream.</Notice>
        ) : null}
        {audience === 'paid' ? (
          <div className={styles.field}>
            <AmountField label="Price" unit="tokens" hint="Current viewers don’t pay again." error={errors.price} {...register('price')} />
            <NetAmount text={price} />
          </div>
        ) : null}
        {error === null ? null : <Notice tone="danger">{error.message}</Notice>}
      </div>
    </OpenSheet>
  );
}
