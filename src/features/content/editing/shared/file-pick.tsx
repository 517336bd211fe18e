/** A button that selects files. Rejected files are listed with the reason; the others are passed to `onFiles`. */
import type { FileType } from '@contract/kernel/values/files';
import { useId, useRef, useState } from 'react';
import { Button } from '@web/ui/actions/button';
import { UploadIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import { uploadErrorOf } from '@web/ui/forms/upload';
import { ruleFor } from '@web/uploads/file-rules';
import styles from './editing.module.css';

interface FilePickerProps {
  label: string;
  type: FileType;
  /** How many more files can be selected. */
  countMax: number;
  onFiles: (files: File[]) => void;
}

export function FilePicker({ label, type, countMax, onFiles }: FilePickerProps) {
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [rejections, setRejections] = useState<string[]>([]);
  const rule = ruleFor(type);
  const select = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (input.current) input.current.value = '';
    const fileErrors = files.map((file) => uploadErrorOf(file, rule));
    const accepted = files.filter((_, index) => fileErrors[index] === null);
    const surplusErrors = accepted.length > countMax ? [`Only the first ${String(countMax)} were added. You’ve reached the limit.`] : [];
    setRejections([...fileErrors.filter((reason) => reason !== null), ...surplusErrors]);
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
      {rejections.length === 0 ? null : (
        <Notice tone="danger">
          {rejections.map((reason) => (
            <div key={reason}>{reason}</div>
          ))}
        </Notice>
      )}
    </div>
  );
}
