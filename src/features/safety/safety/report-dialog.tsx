/** Reporting a person or content: the reason, an optional text, and what happens next. */
import * as limits from '@contract/kernel/limits';
import { reportReasons, reportReasonLabels } from '@contract/kernel/values/moderation';
import type { ReportReason } from '@contract/kernel/values/moderation';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { translateMessage } from '@web/lib/i18n/server-messages';
import { services } from '@web/services/services';
import { contractResolver } from '@web/forms/contract-resolver';
import { useSend } from '@web/forms/use-send';
import { BlockedSubscription, useSubscriptionWith } from '@web/social/blocked-subscription';
import { reportDialogClosed } from '@web/session/store/dialogs.slice';
import type { ReportSubject } from '@web/session/store/dialogs.slice';
import { useAppDispatch } from '@web/session/store/hooks';
import { useCancelSubscription } from '@web/social/use-cancel-subscription';
import { Button } from '@web/ui/actions/button';
import { CheckField } from '@web/ui/forms/choice-fields';
import { SelectField, TextAreaField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import styles from './safety.module.css';

const options = () => reportReasons.map((value) => ({ value, label: translateMessage(reportReasonLabels[value]) }));

export function ReportDialog({ subject }: { subject: ReportSubject }) {
  const dispatch = useAppDispatch();
  const [blocked, setBlocked] = useState<BlockResult | null>(null);
  const close = () => void dispatch(reportDialogClosed());
  if (blocked !== null) return <ReportSent name={subject.person.name} blocked={blocked} onClose={close} />;
  return <ReportForm subject={subject} onSent={setBlocked} onClose={close} />;
}

/** The result of the block; `canceled` and `kept` also give the result of canceling the subscription. */
type BlockResult = 'yes' | 'no' | 'failed' | 'canceled' | 'kept';

/** Resolves whether an action after the report succeeded: the report has been sent in either case. */
const isFulfilled = (act: Promise<unknown>): Promise<boolean> =>
  act.then(
    () => true,
    () => false,
  );

interface Values {
  reason: ReportReason | '';
  description: string;
  alsoBlock: boolean;
}

interface ReportFormProps {
  subject: ReportSubject;
  /** Called with the result of blocking the person as well. */
  onSent: (blocked: BlockResult) => void;
  onClose: () => void;
}

function ReportForm({ subject: { target, id, title, person }, onSent, onClose }: ReportFormProps) {
  const bodyOf = ({ reason, description }: Values) => ({ target, targetId: id, reason: reason as ReportReason, description });
  const form = useForm<Values>({
    defaultValues: { reason: '', description: '', alsoBlock: false },
    resolver: contractResolver('POST /reports', () => import('@contract/safety/reports'), bodyOf, {
      reason: { empty: 'Choose a reason.' },
    }),
  });
  const { register, control, formState } = form;
  const { errors } = formState;
  const [reason, alsoBlock] = useWatch({ control, name: ['reason', 'alsoBlock'] });
  const [alsoCancel, setAlsoCancel] = useState(false);
  const subscription = useSubscriptionWith(alsoBlock ? person._id : null);
  const cancel = useCancelSubscription();
  const block = async (): Promise<BlockResult> => {
    const endingSubscription = alsoCancel && subscription.isCancellable ? subscription.subscription : null;
    const isBlocked = await isFulfilled(services.blocking['POST /block/users']({ body: { targetId: person._id } }));
    if (!isBlocked) return 'failed';
    if (endingSubscription === null) return 'yes';
    return (await isFulfilled(cancel(endingSubscription))) ? 'canceled' : 'kept';
  };
  const { busy, error, submit } = useSend(form, async (values) => {
    await services.reports['POST /reports']({ body: bodyOf(values) });
    onSent(alsoBlock ? await block() : 'no');
  });
  return (
    <OpenSheet
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button kind="primary" busy={busy} onPress={submit}>
            Send report
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>We save a copy of what you report. {person.name} won’t know who reported it.</p>
        <SelectField label="Reason" placeholder="Choose a reason" options={options()} error={errors.reason} {...register('reason')} />
        <TextAreaField
          label="Details"
          optional
          rows={3}
          maxLength={limits.reportTextLengthMax}
          error={errors.description}
          {...register('description')}
        />
        <CheckField
          label={`Also block ${person.name}`}
          hint="You won’t see each other anymore. You can undo this in your settings."
          {...register('alsoBlock')}
        />
        {alsoBlock ? <BlockedSubscription lookup={subscription} alsoCancel={alsoCancel} onAlsoCancel={setAlsoCancel} /> : null}
        {reason === 'minor_safety' ? <Notice tone="warn">If someone is in immediate danger, call the police first.</Notice> : null}
        {error === null ? null : <Notice tone="danger">{error.message}</Notice>}
      </div>
    </OpenSheet>
  );
}

function ReportSent({ name, blocked, onClose }: { name: string; blocked: BlockResult; onClose: () => void }) {
  return (
    <OpenSheet
      title="Thanks for your report"
      onClose={onClose}
      actions={
        <Button kind="primary" onPress={onClose}>
          Done
        </Button>
      }
    >
      <div className={styles.form} role="status">
        <p>Our team reviews reports of danger to people first. We’ll notify you of the outcome.</p>
        {blocked === 'no' || blocked === 'failed' ? null : <p>{name} is blocked. You can undo this in your settings.</p>}
        {blocked === 'canceled' ? <p>Your subscription to {name} is canceled.</p> : null}
        {blocked === 'kept' ? (
          <Notice tone="warn">We couldn’t cancel your subscription to {name}. Try again under Subscriptions.</Notice>
        ) : null}
        {blocked === 'failed' ? <Notice tone="warn">We couldn’t block {name}. Try again from the menu.</Notice> : null}
      </div>
    </OpenSheet>
  );
}
