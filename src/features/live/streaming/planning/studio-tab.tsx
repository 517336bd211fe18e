/** The owner's tab of her shows: going live, what holds for every show, the menu, the chat's rules, and the shows that were. */
import { useState } from 'react';
import * as limits from '@contract/kernel/limits';
import { shortTokens, spokenTokens } from '@web/lib/i18n/money';
import { isRunning } from '@web/lib/running-show';
import { services } from '@web/services/services';
import { useCurrentUser } from '@web/session/store/hooks';
import { Receives } from '@web/checkout/receives';
import { useSaving } from '@web/session/use-saving';
import { VerifiedOnly } from '@web/session/verified-only';
import { Button } from '@web/ui/actions/button';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { AmountField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { VideoIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import { Radios } from '@web/ui/forms/radios';
import { Fault, Skeleton } from '@web/ui/feedback/states';
import { StudioChatRules } from '../show-settings/studio-chat-rules';
import { TipMenuForm } from '../show-settings/studio-menu';
import { PastShows } from './studio-past';
import { entryOptions, entryTerms, priceFault } from '../../../streaming/studio-price';
import { ScheduleShow } from '../../../streaming/studio-schedule';
import { useOwnShow } from '../../../streaming/studio-show';
import type { OwnShow } from '../../../streaming/studio-show';
import styles from '../show-settings/studio.module.css';

export function StudioTab() {
  const user = useCurrentUser();
  return (
    <div className={styles.tab}>
      <VerifiedOnly>
        <OwnShowParts />
      </VerifiedOnly>
      {user?.isPerformer && user.verification === 'approved' ? <PastShows /> : null}
    </div>
  );
}

function OwnShowParts() {
  const { show, error, reread, learn } = useOwnShow();
  if (show === undefined)
    return error ? <Fault error={error} onRetry={() => void reread()} /> : <Skeleton shape="form" count={4} label="Loading your shows…" />;
  const { stream, conversation, settings } = show;
  return (
    <>
      {isRunning(stream) ? (
        <Notice tone="hint" title="You are live" action={<Button href="/creator/live">Open studio</Button>}>
          {stream.title}
        </Notice>
      ) : (
        <div>
          <Button kind="primary" size="large" icon={<VideoIcon />} href="/creator/live">
            Go live
          </Button>
        </div>
      )}
      <ScheduleShow />
      <ShowTerms settings={settings} onChanged={reread} />
      <TipMenuForm menu={stream.tipMenu} onChanged={(tipMenu) => void learn({ tipMenu })} />
      <StudioChatRules conversation={conversation} onChanged={reread} />
      <p className={styles.quiet}>
        Private shows have their own price: <Link href="/creator/account?section=prices">set it among your prices</Link>.
      </p>
    </>
  );
}

/** What the next show begins with. */
function ShowTerms({ settings, onChanged }: { settings: OwnShow['settings']; onChanged: () => Promise<void> }) {
  const [entry, setEntry] = useState(settings.isFree ? 'free' : 'paid');
  const [price, setPrice] = useState(settings.price === null ? '' : settings.price.toFixed(2));
  const [isRecording, setRecording] = useState(settings.isRecording);
  const [isTold, tellFaults] = useState(false);
  const { busy, result, save } = useSaving();
  const wrong = entry === 'paid' ? priceFault(price) : true;
  const submit = async () => {
    tellFaults(true);
    if (wrong !== true) return;
    await save(async () => {
      await services.streaming['PUT /streaming/update']({ body: { isRecording, ...entryTerms(entry, price) } });
      await onChanged();
    });
  };
  return (
    <FormSection
      title="Your next shows"
      description="The studio begins with this; each show may differ."
      busy={busy}
      result={result}
      onSave={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Radios label="Who comes in" options={entryOptions} value={entry} onChange={setEntry} />
      {entry === 'paid' ? (
        <div className={styles.field}>
          <AmountField
            label="Price of a show"
            unit="tokens"
            hint={`From ${shortTokens(limits.stream.price.min)} to ${spokenTokens(limits.stream.price.max)}.`}
            error={isTold && wrong !== true ? wrong : undefined}
            value={price}
            onChange={(event) => setPrice(event.target.value)}
          />
          <Receives text={price} />
        </div>
      ) : null}
      <SwitchField label="Record my shows" checked={isRecording} onChange={(event) => setRecording(event.target.checked)} />
    </FormSection>
  );
}
