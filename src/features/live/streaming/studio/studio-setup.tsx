/** Before a show: the check, what it is called and costs, its goal and whether it is recorded; then **Start**. */
import { isBlank } from '@contract/values';
import { messages } from '@contract/kernel/errors';
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { amountFrom, shortTokens, spokenTokens } from '@web/lib/i18n/money';
import { services } from '@web/services/services';
import { Receives } from '@web/checkout/receives';
import { showFailure } from '@web/session/show-failure';
import type { Devices } from '@web/device/use-devices';
import { useDraftedForm } from '@web/forms/use-draft';
import { useSaving } from '@web/session/use-saving';
import { Button } from '@web/ui/actions/button';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { AmountField, TextAreaField, TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { Radios } from '@web/ui/forms/radios';
import { StudioCheck } from './studio-check';
import type { SendingMode } from '@web/session/sending-place';
import { entryOptions, entryTerms, priceFault } from '../../../streaming/studio-price';
import type { OwnShow } from '../../../streaming/studio-show';
import styles from '../show-settings/studio.module.css';

interface Values {
  title: string;
  description: string;
  entry: 'free' | 'paid';
  price: string;
  goal: string;
  goalTitle: string;
  isRecording: boolean;
}

interface StudioSetupProps {
  show: OwnShow;
  devices: Devices;
  onStarted: (sessionId: string, mode: SendingMode) => Promise<void>;
  /** Something is not as it was known: a show may run already. */
  onRefused: () => Promise<void>;
}

const noPicture = { tone: 'danger', text: 'There is no picture yet. Allow your camera first, or start with an encoder.' } as const;
const goalFault = (text: string): string | true =>
  isBlank(text) || (amountFrom(text) ?? 0) >= 1 || 'Enter an amount of at least 1, or leave it empty.';

export function StudioSetup({ show, devices, onStarted, onRefused }: StudioSetupProps) {
  const { settings } = show;
  const form = useDraftedForm<Values>(
    {
      defaultValues: {
        title: '',
        description: '',
        entry: settings.isFree ? 'free' : 'paid',
        price: settings.price === null ? '' : settings.price.toFixed(2),
        goal: '',
        goalTitle: '',
        isRecording: settings.isRecording,
      },
    },
    { place: 'studio' },
  );
  const { register, watch, setValue, formState, handleSubmit } = form;
  const { errors } = formState;
  const { busy, result, save } = useSaving();
  const [isBlind, setBlind] = useState(false);
  const entry = watch('entry');
  const price = watch('price');

  const setGoal = async (streamId: string, { goal, goalTitle, title }: Values) => {
    const amount = amountFrom(goal);
    if (amount === null) return;
    try {
      await services.streaming['PUT /streaming/live/:id/tip-goal']({
        params: { id: streamId },
        body: { goal: { title: goalTitle.trim() || title.trim(), amount, loops: false } },
      });
    } catch (thrown) {
      // The show runs: its goal can be set in it.
      showFailure(thrown, messages.saveFailed);
    }
  };
  const start = (mode: SendingMode) => async (values: Values) => {
    const hasPicture = mode === 'encoder' || devices.state === 'ready';
    setBlind(!hasPicture);
    if (!hasPicture) return;
    const isStarted = await save(async () => {
      if (values.isRecording !== settings.isRecording)
        await services.streaming['PUT /streaming/update']({ body: { isRecording: values.isRecording } });
      const { title, description } = values;
      const { stream } = await services.streaming['POST /streaming/live']({
        body: { title, description, ...entryTerms(values.entry, values.price) },
      });
      form.forgetDraft();
      await setGoal(stream._id, values);
      if (stream.sessionId !== null) await onStarted(stream.sessionId, mode);
    }, '');
    if (!isStarted) await onRefused();
  };
  return (
    <div className={styles.columns}>
      <StudioCheck devices={devices} />
      <FormSection
        title="Your show"
        busy={busy}
        result={isBlind && devices.state !== 'ready' ? noPicture : result}
        saveLabel="Start"
        onSave={(event) => void handleSubmit(start('here'))(event)}
        actions={
          <Button busy={busy} onPress={() => void handleSubmit(start('encoder'))()}>
            Start with an encoder
          </Button>
        }
      >
        <TextField
          label="Title"
          maxLength={limits.stream.titleLengthMax}
          error={errors.title}
          {...register('title', { validate: (text) => !isBlank(text) || 'Say in a few words what your show is about.' })}
        />
        <TextAreaField
          label="Description"
          optional
          rows={2}
          maxLength={limits.stream.descriptionLengthMax}
          error={errors.description}
          {...register('description')}
        />
        <Radios
          label="Who comes in"
          options={entryOptions}
          value={entry}
          onChange={(chosen) => setValue('entry', chosen === 'paid' ? 'paid' : 'free', { shouldDirty: true })}
        />
        {entry === 'paid' ? (
          <div className={styles.field}>
            <AmountField
              label="Price"
              unit="tokens"
              hint={`From ${shortTokens(limits.stream.price.min)} to ${spokenTokens(limits.stream.price.max)}.`}
              error={errors.price}
              {...register('price', { validate: (text, { entry: chosen }) => chosen === 'free' || priceFault(text) })}
            />
            <Receives text={price} />
          </div>
        ) : null}
        <AmountField
          label="Tip goal"
          optional
          unit="tokens"
          hint="What fans give together. Everybody sees how far it is."
          error={errors.goal}
          {...register('goal', { validate: goalFault })}
        />
        {watch('goal').trim() === '' ? null : (
          <TextField label="What happens then" optional maxLength={limits.stream.goalTitleLengthMax} {...register('goalTitle')} />
        )}
        <SwitchField
          label="Record this show"
          hint="The recording becomes a draft video. Only you see it until you publish it."
          {...register('isRecording')}
        />
      </FormSection>
    </div>
  );
}
