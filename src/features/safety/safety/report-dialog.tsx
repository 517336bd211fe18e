/** Reporting somebody or something: why, in words if one likes, and what happens next. */
import * as limits from '@contract/kernel/limits';
import { reportReasons, reportReasonWords } from '@contract/values';
import type { ReportReason } from '@contract/values';
import { useState } from 'react';
import { errorMessage } from '@web/lib/i18n/error-message';
import { said } from '@web/lib/said';
import { services } from '@web/services/services';
import { BlockedSubscription, useSubscriptionWith } from '@web/social/blocked-subscription';
import { reportClosed } from '@web/session/store/dialogs.slice';
import type { ReportSubject } from '@web/session/store/dialogs.slice';
import { useIntents } from '@web/session/store/hooks';
import { useCancelSubscription } from '@web/social/use-cancel-subscription';
import { Button } from '@web/ui/actions/button';
import { CheckField } from '@web/ui/forms/choice-fields';
import { SelectField, TextAreaField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import styles from './safety.module.css';

const options = () => reportReasons.map((value) => ({ value, label: said(reportReasonWords[value]) }));

export function ReportDialog({ subject }: { subject: ReportSubject }) {
  const tell = useIntents();
  const [blocked, setBlocked] = useState<Blocked | null>(null);
  const close = () => void tell(reportClosed());
  if (blocked !== null) return <Thanks name={subject.person.name} blocked={blocked} onClose={close} />;
  return <ReportForm subject={subject} onSent={setBlocked} onClose={close} />;
}

/** What became of the block; `cancelled` and `kept` say it of the subscription that was to end with it. */
type Blocked = 'yes' | 'no' | 'failed' | 'cancelled' | 'kept';

/** What follows a report, settled either way: the report is sent whatever becomes of it. */
const succeeds = (act: Promise<unknown>): Promise<boolean> =>
  act.then(
    () => true,
    () => false,
  );

interface ReportFormProps {
  subject: ReportSubject;
  /** With whether its person was blocked as well. */
  onSent: (blocked: Blocked) => void;
  onClose: () => void;
}

function ReportForm({ subject: { target, id, title, person }, onSent, onClose }: ReportFormProps) {
  const [reason, setReason] = useState<ReportReason | ''>('');
  const [description, setDescription] = useState('');
  const [alsoBlock, setAlsoBlock] = useState(false);
  const [alsoCancel, setAlsoCancel] = useState(false);
  const running = useSubscriptionWith(alsoBlock ? person._id : null);
  const cancel = useCancelSubscription();
  const [isMissing, setMissing] = useState(false);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const block = async (): Promise<Blocked> => {
    const ends = alsoCancel && running.isCancellable ? running.subscription : null;
    const isBlocked = await succeeds(services.blocking['POST /block/users']({ body: { targetId: person._id } }));
    if (!isBlocked) return 'failed';
    if (ends === null) return 'yes';
    return (await succeeds(cancel(ends))) ? 'cancelled' : 'kept';
  };
  const send = async () => {
    if (reason === '') {
      setMissing(true);
      return;
    }
    setBusy(true);
    setProblem('');
    try {
      await services.reports['POST /reports']({ body: { target, targetId: id, reason, description } });
      onSent(alsoBlock ? await block() : 'no');
    } catch (thrown) {
      setProblem(errorMessage(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <OpenSheet
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button kind="primary" busy={busy} onPress={() => void send()}>
            Send report
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>We keep a copy of what you report as it is now. {person.name} is not told who reported it.</p>
        <SelectField
          label="What is wrong?"
          placeholder="Choose a reason"
          options={options()}
          value={reason}
          error={isMissing ? 'Choose what is wrong.' : undefined}
          onChange={({ target: field }) => {
            setReason(field.value as ReportReason);
            setMissing(false);
          }}
        />
        <TextAreaField
          label="What should we know?"
          optional
          rows={3}
          maxLength={limits.reportTextLengthMax}
          value={description}
          onChange={({ target: field }) => setDescription(field.value)}
        />
        <CheckField
          label={`Also block ${person.name}`}
          hint="You will not see each other any more. You can undo this in your settings."
          checked={alsoBlock}
          onChange={({ target: field }) => setAlsoBlock(field.checked)}
        />
        {alsoBlock ? <BlockedSubscription running={running} alsoCancel={alsoCancel} onAlsoCancel={setAlsoCancel} /> : null}
        {reason === 'minor_safety' ? <Notice tone="warn">If somebody is in danger right now, call the police first.</Notice> : null}
        {problem === '' ? null : <Notice tone="danger">{problem}</Notice>}
      </div>
    </OpenSheet>
  );
}

function Thanks({ name, blocked, onClose }: { name: string; blocked: Blocked; onClose: () => void }) {
  return (
    <OpenSheet
      title="Thank you for telling us"
      onClose={onClose}
      actions={
        <Button kind="primary" onPress={onClose}>
          Done
        </Button>
      }
    >
      <div className={styles.form} role="status">
        <p>Somebody of our team looks at it, what endangers people first. You will find the outcome among your notifications.</p>
        {blocked === 'no' || blocked === 'failed' ? null : <p>{name} is blocked. You can undo this in your settings.</p>}
        {blocked === 'cancelled' ? <p>Your subscription to {name} is cancelled.</p> : null}
        {blocked === 'kept' ? (
          <Notice tone="warn">Your subscription to {name} could not be cancelled. Please try again among your subscriptions.</Notice>
        ) : null}
        {blocked === 'failed' ? <Notice tone="warn">{name} could not be blocked. Please try again from the menu.</Notice> : null}
      </div>
    </OpenSheet>
  );
}
