/** Changing what a running show is called and costs; a new price is for those who come later. */
import { isBlank } from '@contract/values';
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { services } from '@web/services/services';
import { Receives } from '@web/checkout/receives';
import { useSaving } from '@web/session/use-saving';
import { Button } from '@web/ui/actions/button';
import { AmountField, TextAreaField, TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { Radios } from '@web/ui/forms/radios';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { entryOptions, entryTerms, priceFault } from './studio-price';
import type { OwnStream } from './studio-show';
import styles from '../live/streaming/show-settings/studio.module.css';

interface EditShowProps {
  stream: OwnStream;
  onClose: () => void;
  onChanged: (stream: OwnStream) => Promise<void>;
}

export function EditShow({ stream, onClose, onChanged }: EditShowProps) {
  const [title, setTitle] = useState(stream.title);
  const [description, setDescription] = useState(stream.description);
  const [entry, setEntry] = useState(stream.isFree ? 'free' : 'paid');
  const [price, setPrice] = useState(stream.price === null ? '' : stream.price.toFixed(2));
  const [isTold, tellFaults] = useState(false);
  const { busy, result, save } = useSaving();
  const wrongPrice = entry === 'paid' ? priceFault(price) : true;
  const isRight = !isBlank(title) && wrongPrice === true;
  const submit = async () => {
    tellFaults(true);
    if (!isRight) return;
    const isSaved = await save(async () => {
      await onChanged(
        await services.streaming['PUT /streaming/live/:id']({
          params: { id: stream._id },
          body: { title, description, ...entryTerms(entry, price) },
        }),
      );
    });
    if (isSaved) onClose();
  };
  return (
    <OpenSheet
      title="Edit show"
      onClose={onClose}
      actions={
        <Button kind="primary" wide busy={busy} onPress={() => void submit()}>
          Save changes
        </Button>
      }
    >
      <div className={styles.form}>
        <TextField
          label="Title"
          maxLength={limits.stream.titleLengthMax}
          error={isTold && isBlank(title) ? 'Say in a few words what your show is about.' : undefined}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextAreaField
          label="Description"
          optional
          rows={2}
          maxLength={limits.stream.descriptionLengthMax}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <Radios label="Who comes in" options={entryOptions} value={entry} onChange={setEntry} />
        {entry === 'paid' ? (
          <div className={styles.field}>
            <AmountField
              label="Price"
              unit="tokens"
              hint="Who is in already pays nothing more."
              error={isTold && wrongPrice !== true ? wrongPrice : undefined}
              value={price}
              onChange={(event) => setPrice(event.target.value)}
            />
            <Receives text={price} />
          </div>
        ) : null}
        {result === null ? null : <Notice tone="danger">{result.text}</Notice>}
      </div>
    </OpenSheet>
  );
}
