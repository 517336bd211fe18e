/**
 * Files of earlier messages, to be sent again: each shows its status for the fan, and its sales. The selection is attached only when the
 * button at the bottom is pressed.
 */
import { vaultTypes } from '@contract/kernel/values/messages';
import { useEffect, useRef, useState } from 'react';
import { countWords } from '@web/lib/i18n/counts';
import { clockOf } from '@web/lib/i18n/dates';
import { inSentence } from '@web/lib/i18n/in-sentence';
import type { ResponseOf } from '@web/services/call';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import { Button } from '@web/ui/actions/button';
import { ChipRow } from '@web/ui/actions/chips';
import { cx } from '@web/ui/core/cx';
import { InfiniteList } from '@web/ui/lists/infinite-list';
import { CheckIcon, PlayIcon } from '@web/ui/icons/icons';
import { MediaBox } from '@web/ui/media/media-box';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { markLabels, salesText, vaultTypeLabels } from './fan-texts';
import type { VaultMark } from './fan-texts';
import styles from './fans.module.css';

export type VaultFile = ResponseOf<'GET /performer/vault'>['data'][number];
type VaultType = (typeof vaultTypes)[number];

interface VaultPickerProps {
  /** The fan whose status is shown; null for a mass message. */
  fanId: string | null;
  /** Files already attached: they count toward the maximum and cannot be picked again. */
  attachedIds: readonly string[];
  /** Maximum number of files in the message. */
  max: number;
  /** Called with the newly picked files, in the order of picking. */
  onChoose: (files: VaultFile[]) => void;
  onClose: () => void;
}

const typeChips = vaultTypes.map((value) => ({ value, label: vaultTypeLabels[value] }));

export function VaultPicker({ fanId, attachedIds, max, onChoose, onClose }: VaultPickerProps) {
  const [type, setType] = useState<VaultType | null>(null);
  const [picked, setPicked] = useState<readonly VaultFile[]>([]);
  const freeSlots = max - attachedIds.length - picked.length;
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
          label="File type"
          chips={typeChips}
          chosen={type === null ? [] : [type]}
          onToggle={(value) => setType(value === type ? null : (vaultTypes.find((item) => item === value) ?? null))}
        />
        <p className={styles.quiet} role="status">
          {freeSlots > 0 ? `You can attach ${countWords(freeSlots, 'more file')}.` : `You can attach up to ${String(max)} files.`}
        </p>
        <VaultGrid
          key={type}
          fanId={fanId}
          type={type}
          attachedIds={attachedIds}
          freeSlots={freeSlots}
          onToggle={toggle}
          pickedIds={picked.map(({ _id }) => _id)}
        />
      </div>
    </OpenSheet>
  );
}

interface VaultGridProps {
  fanId: string | null;
  type: VaultType | null;
  attachedIds: readonly string[];
  pickedIds: readonly string[];
  freeSlots: number;
  onToggle: (file: VaultFile) => void;
}

function VaultGrid({ fanId, type, attachedIds, pickedIds, freeSlots, onToggle }: VaultGridProps) {
  const query = { ...(type === null ? {} : { type }), ...(fanId === null ? {} : { fanId }) };
  const { items, hasMore, isLoadingMore, error, more, retry } = useEndpointPages('GET /performer/vault', query);
  // Data cached from an earlier opening does not contain files sent since.
  const refreshRef = useRef(items === undefined ? null : retry);
  useEffect(() => {
    refreshRef.current?.();
    refreshRef.current = null;
  }, []);
  if (items === undefined)
    return error ? <ErrorState error={error} onRetry={retry} /> : <Skeleton shape="tile" count={6} label="Loading earlier uploads…" />;
  return (
    <InfiniteList<VaultFile>
      label="Earlier uploads"
      className={styles.tiles}
      items={items}
      keyOf={({ _id }) => _id}
      render={(file) => (
        <VaultTile
          file={file}
          isAttached={attachedIds.includes(file._id)}
          isPicked={pickedIds.includes(file._id)}
          isFull={freeSlots < 1}
          onToggle={() => onToggle(file)}
        />
      )}
      hasMore={hasMore}
      isLoadingMore={isLoadingMore}
      onMore={more}
      error={error}
      onRetry={retry}
      empty={
        <EmptyState
          title={type === null ? 'No earlier uploads' : `No ${inSentence(vaultTypeLabels[type])} yet`}
          text="Photos and videos you send in messages are saved here for reuse."
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
  const state = isAttached ? 'Attached' : status === 'error' ? 'Processing failed' : status === 'finished' ? null : 'Processing';
  const salesLabel = salesText(file);
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
        {salesLabel === null ? null : <span className={styles.quiet}>{salesLabel}</span>}
      </span>
    </button>
  );
}

function Mark({ mark }: { mark: VaultMark }) {
  return <span className={cx(styles.mark, styles[mark])}>{markLabels[mark]}</span>;
}
