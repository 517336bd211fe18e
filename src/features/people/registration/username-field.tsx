/** The username with a live word on whether it can be had, and proposals where it cannot. */
import type { UseFormRegisterReturn } from 'react-hook-form';
import { isUsername } from '@web/lib/field-rules';
import { useEndpoint } from '@web/services/use-endpoint';
import { Chip } from '@web/ui/actions/chips';
import type { FieldError } from '@web/ui/forms/field';
import { TextField } from '@web/ui/forms/fields';
import { CheckIcon } from '@web/ui/icons/icons';
import { useRested } from '@web/ui/core/use-debounced';
import styles from './registration.module.css';

const reasons = {
  username_taken: 'is taken',
  username_reserved: 'is reserved',
  invalid_request: 'cannot be used',
} as const;

interface UsernameFieldProps {
  /** What is typed now. */
  value: string;
  error: FieldError;
  hint?: string;
  /** `form.register('username', …)`. */
  field: UseFormRegisterReturn;
  onPick: (username: string) => void;
}

export function UsernameField({ value, error, hint, field, onPick }: UsernameFieldProps) {
  const typed = value.trim().toLowerCase();
  const rested = useRested(typed);
  const asked = rested === typed && isUsername(rested) ? rested : null;
  const { data } = useEndpoint('GET /auth/username', asked === null ? null : { query: { username: asked } }, { revalidateOnFocus: false });
  const word = asked === null || data === undefined ? null : data;
  return (
    <>
      <TextField
        label="Username"
        before="@"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={error}
        hint={hint}
        note={word === null ? <Room /> : <Word username={typed} reason={word.reason} />}
        {...field}
      />
      {word !== null && !word.isAvailable && word.proposals.length > 0 ? (
        <div className={styles.proposals} role="group" aria-label="Usernames that are free">
          Free:
          {word.proposals.slice(0, 3).map((proposal) => (
            <Chip key={proposal} onToggle={() => onPick(proposal)}>
              {proposal}
            </Chip>
          ))}
        </div>
      ) : null}
    </>
  );
}

/** Keeps the room of the word: what comes late must not move the button that somebody is about to press. */
const Room = () => <span aria-hidden="true">{'\u00a0'}</span>;

function Word({ username, reason }: { username: string; reason: keyof typeof reasons | null }) {
  if (reason !== null) {
    return (
      <span className={styles.bad}>
        {username} {reasons[reason]}.
      </span>
    );
  }
  return (
    <span className={styles.good}>
      <CheckIcon />
      {username} is free
    </span>
  );
}
