/** Before a show: device checks, title, price, goal and recording; then **Go live**. */
import { type Audience } from '@contract/kernel/values/content';
import { isBlank } from '@contract/kernel/values/text';
import * as messages from '@contract/kernel/messages';
import * as limits from '@contract/kernel/limits';
import { useEffect, useRef, useState } from 'react';
import { parseAmount, shortTokens, formatTokenCount } from '@web/lib/i18n/money';
import { services } from '@web/services/services';
import { NetAmount } from '@web/checkout/receives';
import { showFailure } from '@web/forms/show-failure';
import type { Devices } from '@web/device/use-devices';
import { contractResolver } from '@web/forms/contract-resolver';
import { useDraftedForm } from '@web/forms/use-drafted-form';
import { useSave } from '@web/forms/use-saving';
import { Button } from '@web/ui/actions/button';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { AmountField, TextAreaField, TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { AudienceChoice } from '../show-settings/studio-audience';
import { StudioCheck } from './studio-check';
import { StudioPeople } from './studio-people';
import { TicketedStart } from './ticketed-start';
import type { SendingMode } from '@web/device/sending-mode';
import { accessTerms, checkPrice } from '../show-settings/studio-price';
import type { OwnShow } from '../show-settings/studio-show';
import styles from '../show-settings/studio.module.css';

interface Values {
  title: string;
  description: string;
  audience: Audience;
  price: string;
  goal: string;
  goalTitle: string;
  isRecording: boolean;
  /** Id of the scheduled ticketed show to start; empty for none. */
  plannedShowId: string;
}

interface StudioSetupProps {
  show: OwnShow;
  devices: Devices;
  onStarted: (sessionId: string, mode: SendingMode) => Promise<void>;
  /** Reloads the show: after a rejected start, because a show may already be running, and after a change of people. */
  reload: () => Promise<void>;
}

const startPendingNotice = { tone: 'ok', text: 'Your stream starts once your camera is on. Allow it if your browser asks.' } as const;
const noCameraNotice = { tone: 'danger', text: 'No video yet. Allow your camera or go live with an encoder.' } as const;
const checkGoal = (text: string): string | false =>
  !isBlank(text) && (parseAmount(text) ?? 0) < 1 && 'Enter at least 1 token, or leave this blank.';
const bodyOf = ({ title, description, audience, price, plannedShowId }: Values) => ({
  title,
  description,
  ...accessTerms(audience, price),
  ...(plannedShowId !== '' && { plannedShowId }),
});

export function StudioSetup({ show, devices, onStarted, reload }: StudioSetupProps) {
  const { settings } = show;
  const form = useDraftedForm<Values>(
    {
      defaultValues: {
        title: '',
        description: '',
        audience: settings.audience,
        price: settings.price === null ? '' : settings.price.toFixed(2),
        goal: '',
        goalTitle: '',
        isRecording: settings.isRecording,
        plannedShowId: '',
      },
      resolver: contractResolver('POST /streaming/live', () => import('@contract/live/streaming'), bodyOf, {
        title: { empty: 'Enter a title for your stream.' },
        price: { check: checkPrice },
        goal: { check: checkGoal },
      }),
    },
    { draftKey: 'studio' },
  );
  const { register, watch, setValue, formState, handleSubmit } = form;
  const { errors } = formState;
  const { busy, result, save } = useSave();
  const [lacksCamera, setLacksCamera] = useState(false);
  /** **Go live** was pressed while the camera was still opening: the show starts once the camera is on. */
  const [isStartPending, setStartPending] = useState(false);
  const audience = watch('audience');
  const price = watch('price');

  const setGoal = async (streamId: string, { goal, goalTitle, title }: Values) => {
    const amount = parseAmount(goal);
    if (amount === null) return;
    try {
      await services.streaming['PUT /streaming/live/:id/tip-goal']({
        params: { id: streamId },
        body: { goal: { title: goalTitle.trim() || title.trim(), amount, loops: false } },
      });
    } catch (thrown) {
      // The show is running; its goal can still be set there.
      showFailure(thrown, messages.saveFailed);
    }
  };
  const start = (mode: SendingMode) => async (values: Values) => {
    const isCameraPending = mode === 'here' && devices.state === 'asking';
    setStartPending(isCameraPending);
    if (isCameraPending) return;
    const hasVideo = mode === 'encoder' || devices.state === 'ready';
    setLacksCamera(!hasVideo);
    if (!hasVideo) return;
    const isStarted = await save(async () => {
      if (values.isRecording !== settings.isRecording)
        await services.streaming['PUT /streaming/update']({ body: { isRecording: values.isRecording } });
      const { stream } = await services.streaming['POST /streaming/live']({ body: bodyOf(values) });
      form.removeDraft();
      await setGoal(stream._id, values);
      if (stream.sessionId !== null) await onStarted(stream.sessionId, mode);
    }, '');
    if (!isStarted) await reload();
  };
  const startHere = handleSubmit(start('here'), () => setStartPending(false));
  const isStartDue = isStartPending && devices.state !== 'asking';
  const startRef = useRef(startHere);
  useEffect(() => {
    startRef.current = startHere;
  });
  useEffect(() => {
    if (isStartDue) void startRef.current();
  }, [isStartDue]);
  const failure = lacksCamera && devices.state !== 'ready' ? noCameraNotice : result;
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <StudioCheck devices={devices} />
        <StudioPeople show={show} plannedShowId={watch('plannedShowId')} onChanged={reload} />
      </div>
      <FormSection
        title="Your stream"
        busy={busy}
        result={isStartPending ? startPendingNotice : failure}
        saveLabel="Go live"
        onSave={(event) => void startHere(event)}
        actions={
          <Button busy={busy} onPress={() => void handleSubmit(start('encoder'))()}>
            Go live with an encoder
          </Button>
        }
      >
        <TicketedStart
          value={watch('plannedShowId')}
          onChange={(post) => {
            setValue('plannedShowId', post?._id ?? '', { shouldDirty: true });
            if (post === null) return;
            setValue('title', post.title);
            setValue('audience', 'paid');
            setValue('price', (post.tickets?.price ?? 0).toFixed(2));
          }}
        />
        <TextField label="Title" maxLength={limits.stream.titleLengthMax} error={errors.title} {...register('title')} />
        <TextAreaField
          label="Description"
          optional
          rows={2}
          maxLength={limits.stream.descriptionLengthMax}
          error={errors.description}
          {...register('description')}
        />
        {watch('plannedShowId') === '' ? (
          <AudienceChoice value={audience} onChange={(chosen) => setValue('audience', chosen, { shouldDirty: true })} />
        ) : null}
        {audience === 'paid' ? (
          <div className={styles.field}>
            <AmountField
              label={watch('plannedShowId') === '' ? 'Price' : 'Price without a ticket'}
              unit="tokens"
              hint={`From ${shortTokens(limits.stream.price.min)} to ${formatTokenCount(limits.stream.price.max)}.`}
              error={errors.price}
              {...register('price')}
            />
            <NetAmount text={price} />
          </div>
        ) : null}
        <AmountField
          label="Tip goal"
          optional
          unit="tokens"
          hint="Fans reach it together. All viewers see the progress."
          error={errors.goal}
          {...register('goal')}
        />
        {watch('goal').trim() === '' ? null : (
          <TextField label="Reward" optional maxLength={limits.stream.goalTitleLengthMax} {...register('goalTitle')} />
        )}
        <SwitchField
          label="Record this stream"
          hint="Saved as a draft video. Only you can see it until you publish it."
          {...register('isRecording')}
        />
      </FormSection>
    </div>
  );
}
