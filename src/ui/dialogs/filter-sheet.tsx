/** Filters of a list in a side sheet, applied together. */
import type { ReactNode } from 'react';
import { Button } from '../actions/button';
import { Sheet } from './sheet';
import styles from './filter-sheet.module.css';

export interface FilterSheetProps {
  open: boolean;
  title?: string;
  /** The label of the apply button, such as "Show 12 performers". */
  applyLabel: string;
  onApply: () => void;
  onClear: () => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

export function FilterSheet({ open, title = 'Filters', applyLabel, onApply, onClear, onClose, children }: FilterSheetProps) {
  return (
    <Sheet
      title={title}
      open={open}
      onClose={onClose}
      side="end"
      actions={
        <>
          <Button onPress={onClear}>Clear all</Button>
          <Button kind="primary" onPress={onApply}>
            {applyLabel}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>{children}</div>
    </Sheet>
  );
}
