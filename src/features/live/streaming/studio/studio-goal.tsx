/** What fans give together: how far it is, and another goal. */
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { amountFrom } from '@web/lib/i18n/money';
import type { BodyOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useSaving } from '@web/session/use-saving';
import { Button } from '@web/ui/actions/button';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { AmountField, TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { GoalBar } from '../watch/goal-bar';
import type { OwnStream } from '../../../streaming/studio-show';
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
      {tipGoal === null ? <p className={styles.quiet}>No goal is set.</p> : <GoalBar goal={tipGoal} />}
      {isOpen ? <GoalSheet stream={stream} onClose={() => setOpen(false)} onChanged={onChanged} /> : null}
    </section>
  );
}

function GoalSheet({ stream, onClose, onChanged }: StudioGoalProps & { onClose: () => void }) {
  const { tipGoal, _id } = stream;
  const [amount, setAmount] = useState(tipGoal === null ? '' : String(tipGoal.amount));
  const [title, setTitle] = useState(tipGoal?.title ?? '');
  const [loops, setLoops] = useState(tipGoal?.loops ?? false);
  const [isTold, tellFaults] = useState(false);
  const { busy, result, save } = useSaving();
  const wished = amountFrom(amount);
  const isRight = wished !== null && wished >= 1;
  const send = async (goal: BodyOf<'PUT /streaming/live/:id/tip-goal'>['goal'], said: string) => {
    if (
      await save(
        async () => onChanged(await services.streaming['PUT /streaming/live/:id/tip-goal']({ params: { id: _id }, body: { goal } })),
        said,
      )
    )
      onClose();
  };
  const submit = () => {
    tellFaults(true);
    if (isRight) void send({ title: title.trim() || stream.title, amount: wished, loops }, 'Goal set');
  };
  return (
    <OpenSheet
      title="Tip goal"
      onClose={onClose}
      actions={
        <>
          {tipGoal === null ? null : (
            <Button busy={busy} onPress={() => void send(null, 'Goal taken away')}>
              Take goal away
            </Button>
          )}
          <Button kind="primary" wide busy={busy} onPress={submit}>
            Set goal
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <AmountField
          label="Amount"
          unit="tokens"
          hint="A new goal begins at nothing."
          error={isTold && !isRight ? 'Enter an amount of at least 1.' : undefined}
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
        />
        <TextField
          label="What happens then"
          optional
          maxLength={limits.stream.goalTitleLengthMax}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <SwitchField label="Begin again when it is reached" checked={loops} onChange={(event) => setLoops(event.target.checked)} />
        {result === null ? null : <Notice tone="danger">{result.text}</Notice>}
      </div>
    </OpenSheet>
  );
}
