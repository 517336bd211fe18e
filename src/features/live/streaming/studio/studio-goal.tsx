/** The shared tip goal: its progress, and setting another one. */
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { typedAmount } from '@web/lib/typed-number';
import { services } from '@web/services/services';
import { contractResolver } from '@web/forms/contract-resolver';
import { useSave } from '@web/forms/use-saving';
import { Button } from '@web/ui/actions/button';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { AmountField, TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { GoalBar } from '../watch/goal-bar';
import type { OwnStream } from '../show-settings/studio-show';
import styles from '../show-settings/studio.module.css';

interface StudioGoalProps {
  stream: OwnStream;
  onChanged: (changes: Partial<OwnStream>) => Promise<void>;
}

export function StudioGoal({ stream, onChanged }: StudioGoalProps) {
  const [isOpen, setOpen] = useState(false);
  const { tipGoal } = stream;
  return (
    <section className={styles.panel} aria-labelledby="studio-goal">
      <div className={styles.panelHead}>
        <h2 id="studio-goal" className={styles.panelTitle}>
          Tip goal
        </h2>
        <Button size="small" onPress={() => setOpen(true)}>
          {tipGoal === null ? 'Set a goal' : 'Change goal'}
        </Button>
      </div>
      {tipGoal === null ? <p className={styles.quiet}>No goal yet. Set one for fans to reach together.</p> : <GoalBar goal={tipGoal} />}
      {isOpen ? <GoalSheet stream={stream} onClose={() => setOpen(false)} onChanged={onChanged} /> : null}
    </section>
  );
}

interface Values {
  amount: string;
  title: string;
  loops: boolean;
}

function GoalSheet({ stream, onClose, onChanged }: StudioGoalProps & { onClose: () => void }) {
  const { tipGoal, _id } = stream;
  const bodyOf = ({ amount, title, loops }: Values) => ({
    goal: { title: title.trim() || stream.title, amount: typedAmount(amount), loops },
  });
  const form = useForm<Values>({
    defaultValues: { amount: String(tipGoal?.amount ?? ''), title: tipGoal?.title ?? '', loops: tipGoal?.loops ?? false },
    resolver: contractResolver('PUT /streaming/live/:id/tip-goal', () => import('@contract/live/streaming'), bodyOf, {
      amount: { at: 'goal.amount', check: (amount) => !(typedAmount(amount) >= 1) && 'Enter at least 1 token.' },
      title: { at: 'goal.title' },
    }),
  });
  const { register, formState } = form;
  const { errors } = formState;
  const { busy, result, save } = useSave();
  const send = async (body: ReturnType<typeof bodyOf> | { goal: null }, confirmation: string) => {
    const act = async () => onChanged(await services.streaming['PUT /streaming/live/:id/tip-goal']({ params: { id: _id }, body }));
    if (await save(act, confirmation)) onClose();
  };
  return (
    <OpenSheet
      title="Tip goal"
      onClose={onClose}
      actions={
        <>
          {tipGoal === null ? null : (
            <Button busy={busy} onPress={() => void send({ goal: null }, 'Goal removed')}>
              Remove goal
            </Button>
          )}
          <Button kind="primary" wide busy={busy} onPress={() => void form.handleSubmit((values) => send(bodyOf(values), 'Goal set'))()}>
            Set goal
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <AmountField label="Amount" unit="tokens" hint="A new goal starts at 0." error={errors.amount} {...register('amount')} />
        <TextField label="Reward" optional maxLength={limits.stream.goalTitleLengthMax} error={errors.title} {...register('title')} />
        <SwitchField label="Restart when reached" {...register('loops')} />
        {result === null ? null : <Notice tone="danger">{result.text}</Notice>}
      </div>
    </OpenSheet>
  );
}
