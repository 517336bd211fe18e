/** A button that selects files. Rejected files are listed with the rule and the limit; the others are used. */
import type { FileType } from '@contract/kernel/values/files';
import { useId, useRef, useState } from 'react';
import { Button } from '@web/ui/actions/button';
import { UploadIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import { refusalOf } from '@web/ui/forms/upload';
import { ruleFor } from '@web/uploads/file-rules';
import styles from './editing.module.css';

interface FilePickProps {
  label: string;
  type: FileType;
  /** How many more files can be selected. */
  countMax: number;
  onFiles: (files: File[]) => void;
}

export function FilePick({ label, type, countMax, onFiles }: FilePickProps) {
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [refusals, setRefusals] = useState<string[]>([]);
  const rule = ruleFor(type);
  const select = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (input.current) input.current.value = '';
    const refused = files.map((file) => refusalOf(file, rule));
    const accepted = files.filter((_, index) => refused[index] === null);
    const surplus = accepted.length > countMax ? [`Only the first ${String(countMax)} were added. You’ve reached the limit.`] : [];
    setRefusals([...refused.filter((reason) => reason !== null), ...surplus]);
    const picked = accepted.slice(0, countMax);
    if (picked.length > 0) onFiles(picked);
  };
  return (
    <div className={styles.pick}>
      <input
        ref={input}
        className={styles.fileInput}
        type="file"
        accept={rule.accept}
        multiple={countMax > 1}
        tabIndex={-1}
        aria-label={`${label}: choose files`}
        onChange={(event) => select(event.target.files)}
      />
      <Button icon={<UploadIcon />} aria-describedby={hintId} disabled={countMax < 1} onPress={() => input.current?.click()}>
        {label}
      </Button>
      <span id={hintId} className={styles.quiet}>
        {rule.hint}
      </span>
      {refusals.length === 0 ? null : (
        <Notice tone="danger">
          {refusals.map((reason) => (
            <div key={reason}>{reason}</div>
          ))}
        </Notice>
      )}
    </div>
  );
}
