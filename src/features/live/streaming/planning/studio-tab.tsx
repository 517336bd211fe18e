/** The performer's tab of shows: going live, default settings, the tip menu, the chat rules, and past shows. */
import { useForm, useWatch } from 'react-hook-form';
import * as messages from '@contract/kernel/messages';
import * as limits from '@contract/kernel/limits';
import type { Audience } from '@contract/kernel/values/content';
import { shortTokens, formatTokenCount } from '@web/lib/i18n/money';
import { isRunning } from '@web/lib/running-show';
import { services } from '@web/services/services';
import { useCurrentUser } from '@web/session/store/hooks';
import { NetAmount } from '@web/checkout/receives';
import { contractResolver } from '@web/forms/contract-resolver';
import { useSend } from '@web/forms/use-send';
import { VerifiedOnly } from '@web/session/verified-only';
import { Button } from '@web/ui/actions/button';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { AmountField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { VideoIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import { showToast } from '@web/ui/feedback/toast-queue';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { AudienceChoice } from '../show-settings/studio-audience';
import { StudioChatRules } from '../show-settings/studio-chat-rules';
import { TipMenuForm } from '../show-settings/studio-menu';
import { PastShows } from './studio-past';
import { accessTerms, checkPrice } from '../show-settings/studio-price';
import { TicketedShows } from './studio-planned';
import { ScheduleShow } from './studio-schedule';
import { useOwnShow } from '../show-settings/studio-show';
import type { OwnShow } from '../show-settings/studio-show';
import styles from '../show-settings/studio.module.css';

export function StudioTab() {
  const user = useCurrentUser();
  return (
    <div className={styles.tab}>
      <VerifiedOnly>
        <OwnShowSections />
      </VerifiedOnly>
      {user?.isPerformer && user.verification === 'approved' ? <PastShows /> : null}
    </div>
  );
}

function OwnShowSections() {
  const { show, error, reload, applyUpdate } = useOwnShow();
  if (show === undefined)
    return error ? (
      <ErrorState error={error} onRetry={() => void reload()} />
    ) : (
      <Skeleton shape="form" count={4} label="Loading your streams…" />
    );
  const { stream, conversation, settings } = show;
  return (
    <>
      {isRunning(stream) ? (
        <Notice tone="hint" title="You’re live" action={<Button href="/creator/live">Open studio</Button>}>
          {stream.title}
        </Notice>
      ) : (
        <div>
          <Button kind="primary" size="large" icon={<VideoIcon />} href="/creator/live">
            Go live
          </Button>
        </div>
      )}
      <TicketedShows />
      <ScheduleShow />
      <ShowDefaults settings={settings} onChanged={reload} />
      <TipMenuForm menu={stream.tipMenu} onChanged={(tipMenu) => void applyUpdate({ tipMenu })} />
      <StudioChatRules conversation={conversation} onChanged={reload} />
      <p className={styles.quiet}>
        Private shows are priced separately: <Link href="/creator/account?section=prices">set your private show price</Link>.
      </p>
    </>
  );
}

interface Defaults {
  audience: Audience;
  price: string;
  isRecording: boolean;
}

const bodyOf = ({ audience, price, isRecording }: Defaults) => ({ isRecording, ...accessTerms(audience, price) });

/** Default settings of new shows. */
function ShowDefaults({ settings, onChanged }: { settings: OwnShow['settings']; onChanged: () => Promise<void> }) {
  const form = useForm<Defaults>({
    defaultValues: { audience: settings.audience, price: settings.price?.toFixed(2) ?? '', isRecording: settings.isRecording },
    resolver: contractResolver('PUT /streaming/update', () => import('@contract/live/streaming'), bodyOf, { price: { check: checkPrice } }),
  });
  const { register, control, setValue, formState } = form;
  const [audience, price] = useWatch({ control, name: ['audience', 'price'] });
  const { busy, error, submit } = useSend(
    form,
    async (values) => {
      await services.streaming['PUT /streaming/update']({ body: bodyOf(values) });
      await onChanged();
      showToast({ tone: 'ok', text: messages.saved });
    },
    { fallbackMessage: messages.saveFailed },
  );
  return (
    <FormSection
      title="Stream defaults"
      description="Applied to each new stream. You can change them before you go live."
      busy={busy}
      result={error ? { tone: 'danger', text: error.message } : null}
      onSave={submit}
    >
      <AudienceChoice value={audience} onChange={(chosen) => setValue('audience', chosen)} />
      {audience === 'paid' ? (
        <div className={styles.field}>
          <AmountField
            label="Stream price"
            unit="tokens"
            hint={`From ${shortTokens(limits.stream.price.min)} to ${formatTokenCount(limits.stream.price.max)}.`}
            error={formState.errors.price}
            {...register('price')}
          />
          <NetAmount text={price} />
        </div>
      ) : null}
      <SwitchField label="Record my streams" {...register('isRecording')} />
    </FormSection>
  );
}
