/**
 * Files that were sent in messages before, to be sent again: what a fan has of each, and how it has sold, stands on it. Nothing
 * is attached before the button at the foot is pressed.
 */
import { vaultTypes } from '@contract/values';
import { useEffect, useRef, useState } from 'react';
import { countWords } from '@web/lib/i18n/counts';
import { clockOf } from '@web/lib/i18n/dates';
import { inSentence } from '@web/lib/i18n/in-sentence';
import type { AnswerOf } from '@web/services/call';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import { Button } from '@web/ui/actions/button';
import { ChipRow } from '@web/ui/actions/chips';
import { cx } from '@web/ui/core/cx';
import { EndlessList } from '@web/ui/lists/endless-list';
import { CheckIcon, PlayIcon } from '@web/ui/icons/icons';
import { MediaBox } from '@web/ui/media/media-box';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { Empty, Fault, Skeleton } from '@web/ui/feedback/states';
import { markWords, soldWords, vaultTypeWords } from '../../../messages/fan-words';
import type { VaultMark } from '../../../messages/fan-words';
import styles from './fans.module.css';

export type VaultFile = AnswerOf<'GET /performer/vault'>['data'][number];
type VaultType = (typeof vaultTypes)[number];

interface VaultPickerProps {
  /** Whose marks are shown; null for a message to many. */
  fanId: string | null;
  /** Files that the message has already: they count, and cannot be taken twice. */
  chosen: readonly string[];
  /** How many files the message may have in all. */
  max: number;
  /** Given what was newly picked, in the order of picking. */
  onChoose: (files: VaultFile[]) => void;
  onClose: () => void;
}

const typeChips = vaultTypes.map((value) => ({ value, label: vaultTypeWords[value] }));

export function VaultPicker({ fanId, chosen, max, onChoose, onClose }: VaultPickerProps) {
  const [type, setType] = useState<VaultType | null>(null);
  const [picked, setPicked] = useState<readonly VaultFile[]>([]);
  const room = max - chosen.length - picked.length;
  const toggle = (file: VaultFile) =>
    setPicked(picked.some(({ _id }) => _id === file._id) ? picked.filter(({ _id }) => _id !== file._id) : [...picked, file]);
  return (
    <OpenSheet
      title="Earlier uploads"
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" wide disabled={picked.length === 0} onPress={() => onChoose([...picked])}>
            {picked.length === 0 ? 'Attach files' : `Attach ${countWords(picked.length, 'file')}`}
          </Button>
        </>
      }
    >
      <div className={styles.vault}>
        <ChipRow
          label="Kind of file"
          chips={typeChips}
          chosen={type === null ? [] : [type]}
          onToggle={(value) => setType(value === type ? null : (vaultTypes.find((one) => one === value) ?? null))}
        />
        <p className={styles.quiet} role="status">
          {room > 0 ? `${countWords(room, 'more file')} can be attached.` : `A message has at most ${String(max)} files.`}
        </p>
        <VaultGrid key={type} {...{ fanId, type, chosen, room, onToggle: toggle }} picked={picked.map(({ _id }) => _id)} />
      </div>
    </OpenSheet>
  );
}

interface VaultGridProps {
  fanId: string | null;
  type: VaultType | null;
  chosen: readonly string[];
  picked: readonly string[];
  room: number;
  onToggle: (file: VaultFile) => void;
}

function VaultGrid({ fanId, type, chosen, picked, room, onToggle }: VaultGridProps) {
  const query = { ...(type === null ? {} : { type }), ...(fanId === null ? {} : { fanId }) };
  const { items, hasMore, isLoadingMore, error, more, retry } = useEndpointPages('GET /performer/vault', query);
  // What is kept of an earlier opening does not know what was sent since.
  const kept = useRef(items === undefined ? null : retry);
  useEffect(() => {
    kept.current?.();
    kept.current = null;
  }, []);
  if (items === undefined)
    return error ? <Fault error={error} onRetry={retry} /> : <Skeleton shape="tile" count={6} label="Loading earlier uploads…" />;
  return (
    <EndlessList<VaultFile>
      label="Earlier uploads"
      className={styles.tiles}
      items={items}
      keyOf={({ _id }) => _id}
      render={(file) => (
        <VaultTile
          file={file}
          isAttached={chosen.includes(file._id)}
          isPicked={picked.includes(file._id)}
          isFull={room < 1}
          onToggle={() => onToggle(file)}
        />
      )}
      {...{ hasMore, isLoadingMore, onMore: more, error, onRetry: retry }}
      empty={
        <Empty
          title={type === null ? 'No earlier uploads' : `No ${inSentence(vaultTypeWords[type])} yet`}
          text="Photos and videos that you send in messages are kept here, to be sent again."
        />
      }
    />
  );
}

interface VaultTileProps {
  file: VaultFile;
  isAttached: boolean;
  isPicked: boolean;
  isFull: boolean;
  onToggle: () => void;
}

function VaultTile({ file, isAttached, isPicked, isFull, onToggle }: VaultTileProps) {
  const { name, type, thumbnailUrl, url, blur, duration, status, mark } = file;
  const isVideo = type === 'message-video';
  const state = isAttached ? 'Attached' : status === 'error' ? 'Cannot be shown' : status === 'finished' ? null : 'Being made ready';
  const sold = soldWords(file);
  return (
    <button
      type="button"
      className={cx(styles.tile, isPicked && styles.picked)}
      aria-pressed={isPicked || isAttached}
      disabled={isAttached || status === 'error' || (isFull && !isPicked)}
      onClick={onToggle}
    >
      <MediaBox src={thumbnailUrl ?? (isVideo ? null : url)} alt="" ratio={1} blur={blur}>
        {isPicked || isAttached ? (
          <span className={styles.tick} aria-hidden="true">
            <CheckIcon />
          </span>
        ) : null}
        {isVideo ? (
          <span className={styles.length}>
            <PlayIcon />
            {duration === null ? null : clockOf(duration * 1000)}
          </span>
        ) : null}
      </MediaBox>
      <span className="visually-hidden">
        {isVideo ? 'Video' : 'Photo'} {name}
      </span>
      <span className={styles.tileWords}>
        {state === null ? null : <span>{state}</span>}
        {mark === null ? null : <Mark mark={mark} />}
        {sold === null ? null : <span className={styles.quiet}>{sold}</span>}
      </span>
    </button>
  );
}

function Mark({ mark }: { mark: VaultMark }) {
  return <span className={cx(styles.mark, styles[mark])}>{markWords[mark]}</span>;
}
