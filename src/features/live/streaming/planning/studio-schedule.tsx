/** Schedules a show: publishes a post with a start time, at which fans are notified. */
import * as messages from '@contract/kernel/messages';
import * as limits from '@contract/kernel/limits';
import { isBlank } from '@contract/kernel/values/text';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { instantOf } from '@web/lib/i18n/local-time';
import { services } from '@web/services/services';
import { isResponseOf } from '@web/services/use-endpoint';
import { contractResolver } from '@web/forms/contract-resolver';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { TextAreaField, TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Link } from '@web/ui/core/link';
import { useZoneHint } from '@web/ui/display/time-zone';
import { Radios } from '@web/ui/forms/radios';
import { useSWRConfig } from 'swr';
import { noTickets, TicketFields, ticketRules, ticketTerms } from './ticket-fields';
import type { TicketValues } from './ticket-fields';
import styles from '../show-settings/studio.module.css';

type Audience = (typeof audienceOptions)[number]['value'];

/** Who can see the post, and buy a ticket where tickets are sold. */
const audienceOptions = [
  { value: 'public', label: 'Everyone' },
  { value: 'followers', label: 'Followers' },
  { value: 'subscribers', label: 'Subscribers' },
] as const;

export interface ShowValues extends TicketValues {
  title: string;
  text: string;
  time: string;
  audience: Audience;
}

const bodyOf = ({ title, text, time, audience, ...tickets }: ShowValues) => ({
  type: 'scheduled-stream' as const,
  title: title.trim(),
  text: text.trim(),
  audience,
  streamScheduledAt: instantOf(time),
  ...ticketTerms(tickets),
});

export function ScheduleShow() {
  const { mutate } = useSWRConfig();
  const zoneHint = useZoneHint();
  const [postId, setPostId] = useState<string | null>(null);
  const form = useForm<ShowValues>({
    defaultValues: { title: '', text: '', time: '', audience: 'public', ...noTickets },
    resolver: contractResolver('POST /performer/feeds', () => import('@contract/content/feeds'), bodyOf, {
      title: { check: (title) => isBlank(title) && 'Enter a title for your stream.' },
      time: { at: 'streamScheduledAt', check: (time) => instantOf(time) === null && 'Choose a start time.' },
      ...ticketRules(),
    }),
  });
  const { register, control, setValue, formState } = form;
  const { errors } = formState;
  const audience = useWatch({ control, name: 'audience' });
  const { busy, error, submit } = useSend(
    form,
    async (values) => {
      setPostId((await services.feeds['POST /performer/feeds']({ body: bodyOf(values) }))._id);
      form.reset({ ...form.formState.defaultValues, audience: values.audience });
      await mutate(isResponseOf('GET /performer/feeds'));
      showToast({ tone: 'ok', text: 'Stream scheduled' });
    },
    { fallbackMessage: messages.saveFailed },
  );
  return (
    <FormSection
      title="Schedule a stream"
      description="This publishes a post. Your followers and subscribers get notified at the start time."
      busy={busy}
      result={error ? { tone: 'danger', text: error.message } : null}
      saveLabel="Schedule stream"
      onSave={submit}
      actions={postId === null ? null : <Button href={`/post/${postId}`}>View post</Button>}
    >
      <TextField label="Title" maxLength={limits.itemTitleLengthMax} error={errors.title} {...register('title')} />
      <TextAreaField label="Description" optional rows={2} maxLength={limits.feedTextLengthMax} error={errors.text} {...register('text')} />
      <TextField label="Starts at" type="datetime-local" hint={zoneHint} error={errors.time} {...register('time')} />
      <Radios
        label="Who can see it"
        options={audienceOptions}
        value={audience}
        onChange={(chosen) => setValue('audience', audienceOptions.find(({ value }) => value === chosen)?.value ?? 'public')}
      />
      <TicketFields form={form} />
      <p className={styles.quiet}>
        Edit or delete scheduled streams in <Link href="?tab=content&kind=feeds">your posts</Link>.
      </p>
    </FormSection>
  );
}
