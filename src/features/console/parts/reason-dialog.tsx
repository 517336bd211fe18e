/** Asks for a reason before an action that the affected person is notified of. */
import { isBlank } from '@contract/kernel/values/text';
import * as limits from '@contract/kernel/limits';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { SelectField, TextAreaField } from '@web/ui/forms/fields';
import { useState } from 'react';
import type { ReactNode } from 'react';

interface ReasonDialogProps {
  title: string;
  consequence: ReactNode;
  actionLabel: string;
  /** Preset reasons; the selected one becomes the text, which can be extended. */
  reasons?: readonly string[];
  /** The label of the text field. */
  messageLabel?: string;
  /** The caller closes the dialog after success. */
  onConfirm: (reason: string) => Promise<void>;
  onClose: () => void;
}

export function ReasonDialog({
  title,
  consequence,
  actionLabel,
  reasons,
  messageLabel = 'Message to the creator',
  onConfirm,
  onClose,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const confirm = async () => {
    if (isBlank(reason)) throw new Error('Enter a reason.');
    await onConfirm(reason.trim());
  };
  return (
    <ConfirmDialog open title={title} consequence={consequence} actionLabel={actionLabel} onConfirm={confirm} onClose={onClose}>
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
        label={reasons ? messageLabel : 'Reason'}
        rows={3}
        maxLength={limits.reasonLengthMax}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
