/** A question with its answers, for a post without a poll; an existing poll is read-only. */
import { isBlank } from '@contract/kernel/values/text';
import * as limits from '@contract/kernel/limits';
import { Button, IconButton } from '@web/ui/actions/button';
import { SelectField, TextField } from '@web/ui/forms/fields';
import { CloseIcon, PlusIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import type { Post, PostErrors, PostValues } from './post-values';
import styles from '../shared/editing.module.css';

const durations = [
  { value: '1', label: 'After 1 day' },
  { value: '3', label: 'After 3 days' },
  { value: '7', label: 'After 7 days' },
  { value: '30', label: 'After 30 days' },
  { value: '', label: 'Never' },
];

interface PollFieldsProps {
  values: PostValues;
  fieldErrors: PostErrors;
  onChange: (next: Partial<PostValues>) => void;
}

export function PollFields({ values, fieldErrors, onChange }: PollFieldsProps) {
  const { options } = values;
  /** The first empty option: the error about missing options is shown there. */
  const emptyIndex = Math.max(0, options.findIndex(isBlank));
  const setOption = (index: number, text: string) =>
    onChange({ options: options.map((option, position) => (position === index ? text : option)) });
  return (
    <fieldset className={styles.part}>
      <legend className="visually-hidden">Poll</legend>
      <TextField
        label="Question"
        maxLength={limits.pollQuestionLengthMax}
        error={fieldErrors.question}
        value={values.question}
        onChange={(event) => onChange({ question: event.target.value })}
      />
      {options.map((option, index) => (
        <div key={index} className={styles.option}>
          <TextField
            label={`Answer ${String(index + 1)}`}
            maxLength={limits.pollOptionLengthMax}
            error={index === emptyIndex ? fieldErrors.options : null}
            value={option}
            onChange={(event) => setOption(index, event.target.value)}
          />
          {options.length <= limits.pollOptions.min ? null : (
            <IconButton
              label={`Remove answer ${String(index + 1)}`}
              icon={<CloseIcon />}
              onPress={() => onChange({ options: options.filter((_, position) => position !== index) })}
            />
          )}
        </div>
      ))}
      <div className={styles.times}>
        {options.length >= limits.pollOptions.max ? null : (
          <Button icon={<PlusIcon />} onPress={() => onChange({ options: [...options, ''] })}>
            Add answer
          </Button>
        )}
        <Button onPress={() => onChange({ hasPoll: false })}>Remove poll</Button>
      </div>
      <SelectField
        label="Poll ends"
        options={durations}
        value={values.pollDays}
        onChange={(event) => onChange({ pollDays: event.target.value })}
      />
    </fieldset>
  );
}

/** An existing poll; it can be removed as long as it has no votes. */
export function ExistingPoll({ poll, onRemove }: { poll: NonNullable<Post['poll']>; onRemove: () => void }) {
  const isRemovable = poll.totalVotes === 0;
  return (
    <section className={styles.part} aria-label="Poll">
      <strong>{poll.question}</strong>
      <ul>
        {poll.options.map(({ _id, text }) => (
          <li key={_id}>{text}</li>
        ))}
      </ul>
      <Notice tone="hint" action={isRemovable ? <Button onPress={onRemove}>Remove poll</Button> : null}>
        {isRemovable
          ? 'Polls can’t be edited, only removed.'
          : `Polls with votes can’t be changed. Votes so far: ${String(poll.totalVotes)}.`}
      </Notice>
    </section>
  );
}
