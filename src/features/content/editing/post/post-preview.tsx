/** A preview of a post as other viewers see it: the visible part of the text, and the lock in place of the rest. */
import * as limits from '@contract/kernel/limits';
import type { Audience } from '@contract/kernel/values/content';
import { useState } from 'react';
import { parseAmount, shortTokens } from '@web/lib/i18n/money';
import { LockIcon } from '@web/ui/icons/icons';
import { MediaBox } from '@web/ui/media/media-box';
import { Radios } from '@web/ui/forms/radios';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { Button } from '@web/ui/actions/button';
import type { PostValues } from './post-values';
import styles from '../shared/editing.module.css';

type Viewer = 'guest' | 'follower' | 'subscriber';
const viewers: { value: Viewer; label: string }[] = [
  { value: 'guest', label: 'Guest' },
  { value: 'follower', label: 'Follower' },
  { value: 'subscriber', label: 'Subscriber' },
];
const viewersWithAccess: Record<Audience, readonly Viewer[]> = {
  public: ['guest', 'follower', 'subscriber'],
  followers: ['follower', 'subscriber'],
  subscribers: ['subscriber'],
  paid: [],
};

const unlockText = ({ audience, price }: PostValues): string => {
  if (audience === 'paid') return `Unlock for ${shortTokens(parseAmount(price) ?? 0)}`;
  return audience === 'followers' ? 'Follow to view' : 'Subscribe to view';
};

export function PostPreview({ values, onClose }: { values: PostValues; onClose: () => void }) {
  const [viewer, setViewer] = useState<Viewer>('guest');
  const hasAccess = viewersWithAccess[values.audience].includes(viewer);
  const isTruncated = !hasAccess && values.text.length > limits.lockedTextLengthMax;
  const attachments = values.media.flatMap(({ file, alt }) => (file === null ? [] : [{ ...file, alt }]));
  return (
    <OpenSheet title="Preview" onClose={onClose} actions={<Button onPress={onClose}>Back to editing</Button>}>
      <div className={styles.preview}>
        <Radios
          label="Preview as"
          options={viewers}
          value={viewer}
          onChange={(value) => setViewer(viewers.find((one) => one.value === value)?.value ?? 'guest')}
        />
        <p className={styles.previewText}>{isTruncated ? `${values.text.slice(0, limits.lockedTextLengthMax)}…` : values.text}</p>
        {hasAccess ? (
          attachments.map((file) => (
            <MediaBox key={file._id} src={file.thumbnailUrl ?? file.url} alt={file.alt || file.name} ratio={16 / 9} fit="contain" />
          ))
        ) : (
          <div className={styles.lock}>
            <LockIcon />
            <span>
              {attachments.length === 0
                ? 'The rest of the text'
                : `${String(attachments.length)} ${attachments.length === 1 ? 'file' : 'files'}`}
            </span>
            <strong>{unlockText(values)}</strong>
          </div>
        )}
        {values.hasPoll && hasAccess ? (
          <>
            <strong>{values.question}</strong>
            <ul>
              {values.options.map((option, index) => (
                <li key={index}>{option}</li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </OpenSheet>
  );
}
