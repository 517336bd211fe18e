/** The username with live feedback on its availability, and suggestions when it is taken. */
import type { UseFormRegisterReturn } from 'react-hook-form';
import { isUsername } from '@web/lib/field-rules';
import { useEndpoint } from '@web/services/use-endpoint';
import { Chip } from '@web/ui/actions/chips';
import type { FieldError } from '@web/ui/forms/field';
import { TextField } from '@web/ui/forms/fields';
import { CheckIcon } from '@web/ui/icons/icons';
import { useDebounced } from '@web/ui/core/use-debounced';
import styles from './registration.module.css';

const reasons = {
  username_taken: 'is taken',
  username_reserved: 'is reserved',
  invalid_request: 'can’t be used',
} as const;

interface UsernameFieldProps {
  /** The current value. */
  value: string;
  error: FieldError;
  hint?: string;
  /** `form.register('username', …)`. */
  field: UseFormRegisterReturn;
  onPick: (username: string) => void;
}

export function UsernameField({ value, error, hint, field, onPick }: UsernameFieldProps) {
  const typed = value.trim().toLowerCase();
  const debounced = useDebounced(typed);
  const queried = debounced === typed && isUsername(debounced) ? debounced : null;
  const { data } = useEndpoint('GET /auth/username', queried === null ? null : { query: { username: queried } }, {
    revalidateOnFocus: false,
  });
  const availability = queried === null || data === undefined ? null : data;
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
        note={availability === null ? <Placeholder /> : <Availability username={typed} reason={availability.reason} />}
        {...field}
      />
      {availability !== null && !availability.isAvailable && availability.proposals.length > 0 ? (
        <div className={styles.proposals} role="group" aria-label="Available usernames">
          Available:
          {availability.proposals.slice(0, 3).map((proposal) => (
            <Chip key={proposal} onToggle={() => onPick(proposal)}>
              {proposal}
            </Chip>
          ))}
        </div>
      ) : null}
    </>
  );
}

/** Reserves the space of the feedback: it appears late and must not move the button that the user is about to press. */
const Placeholder = () => <span aria-hidden="true">{'\u00a0'}</span>;

function Availability({ username, reason }: { username: string; reason: keyof typeof reasons | null }) {
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
      {username} is available
    </span>
  );
}
