/** Asks for a reason before something that a person will be told. */
import { isBlank } from '@contract/values';
import * as limits from '@contract/kernel/limits';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { SelectField, TextAreaField } from '@web/ui/forms/fields';
import { useState } from 'react';
import type { ReactNode } from 'react';

interface ReasonDialogProps {
  title: string;
  consequence: ReactNode;
  verb: string;
  /** Reasons to begin with; the chosen one becomes the text, to which more may be written. */
  reasons?: readonly string[];
  /** Names the field of those words. */
  wordsLabel?: string;
  /** Closing is the caller's answer to success. */
  onConfirm: (reason: string) => Promise<void>;
  onClose: () => void;
}

export function ReasonDialog({
  title,
  consequence,
  verb,
  reasons,
  wordsLabel = 'Words to the performer',
  onConfirm,
  onClose,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const confirm = async () => {
    if (isBlank(reason)) throw new Error('Write a reason first.');
    await onConfirm(reason.trim());
  };
  return (
    <ConfirmDialog open title={title} consequence={consequence} verb={verb} onConfirm={confirm} onClose={onClose}>
      {reasons ? (
        <SelectField
          label="Reason"
          placeholder="Choose a reason"
          options={reasons.map((text) => ({ value: text, label: text }))}
          value={reasons.find((text) => reason.startsWith(text)) ?? ''}
          onChange={(event) => setReason(event.target.value)}
        />
      ) : null}
      <TextAreaField
        label={reasons ? wordsLabel : 'Reason'}
        rows={3}
        maxLength={limits.reasonLengthMax}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
