/** The recipients of a mass message: lists to include, lists to exclude, and the number of fans. */
import { numberFormat } from '@web/lib/i18n/intl';
import { useEndpoint } from '@web/services/use-endpoint';
import { Button } from '@web/ui/actions/button';
import { Chip } from '@web/ui/actions/chips';
import { Notice } from '@web/ui/feedback/notice';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { useDebounced } from '@web/ui/core/use-debounced';
import { fansText, listLabel } from '../fans/fan-texts';
import type { ListId, MassErrors, MassValues } from './mass-values';
import styles from './mass.module.css';

type Selection = Pick<MassValues, 'include' | 'exclude'>;

export interface Reach {
  /** The number of recipients; null while unknown. */
  total: number | null;
  error: unknown;
  retry: () => void;
}

/** Counts the recipients as lists are chosen. */
export function useReach(chosen: Selection): Reach {
  const selectionKey = JSON.stringify({ include: chosen.include, exclude: chosen.exclude });
  const debouncedKey = useDebounced(selectionKey);
  const debounced = JSON.parse(debouncedKey) as Selection;
  const isSettled = debouncedKey === selectionKey;
  const { data, error, mutate } = useEndpoint(
    'POST /mass-messages/count',
    debounced.include.length === 0 ? null : { body: { include: debounced.include, exclude: debounced.exclude } },
    // Lists change over time: a cached count would be outdated.
    { revalidateOnFocus: true },
  );
  const total = chosen.include.length === 0 ? 0 : isSettled ? (data?.total ?? null) : null;
  return { total, error: isSettled && data === undefined ? error : undefined, retry: () => void mutate() };
}

interface MassListsProps {
  values: MassValues;
  errors: MassErrors;
  reach: Reach;
  onChange: (next: Partial<MassValues>) => void;
}

export function MassLists({ values: { include, exclude }, errors, reach, onChange }: MassListsProps) {
  const { data, error, mutate } = useEndpoint('GET /performer/lists', {});
  if (data === undefined) {
    return error ? (
      <ErrorState error={error} onRetry={() => void mutate()} />
    ) : (
      <Skeleton shape="row" count={2} label="Loading your lists…" />
    );
  }
  const without = (ids: readonly ListId[], id: ListId) => ids.filter((item) => item !== id);
  const toggleList = (key: 'include' | 'exclude', id: ListId) => {
    const opposite = key === 'include' ? 'exclude' : 'include';
    const ids = { include, exclude };
    // A list cannot be both included and excluded.
    onChange(
      ids[key].includes(id) ? { [key]: without(ids[key], id) } : { [key]: [...ids[key], id], [opposite]: without(ids[opposite], id) },
    );
  };
  const groups = [
    { key: 'include', label: 'Send to', ids: include },
    { key: 'exclude', label: 'Exclude', ids: exclude },
  ] as const;
  return (
    <section className={styles.part} aria-label="Recipients">
      {groups.map(({ key, label, ids }) => (
        <div key={key} className={styles.group} role="group" aria-label={label}>
          <strong aria-hidden="true">{label}</strong>
          <div className={styles.chips}>
            {data.map((list) => (
              <Chip key={list._id} chosen={ids.includes(list._id)} onToggle={() => toggleList(key, list._id)}>
                <span className={styles.listName}>{listLabel(list)}</span> {numberFormat(undefined, {}).format(list.total)}
                <span className="visually-hidden"> {list.total === 1 ? 'fan' : 'fans'}</span>
              </Chip>
            ))}
          </div>
        </div>
      ))}
      <Count include={include} reach={reach} />
      {errors.include === undefined ? null : (
        <Notice tone="danger" isFormError>
          {errors.include}
        </Notice>
      )}
    </section>
  );
}

function Count({ include, reach: { total, error, retry } }: { include: readonly ListId[]; reach: Reach }) {
  if (error) {
    return (
      <Notice tone="warn" action={<Button onPress={retry}>Count again</Button>}>
        Couldn’t count the recipients. Try again.
      </Notice>
    );
  }
  const text =
    include.length === 0
      ? 'No recipients selected.'
      : total === null
        ? 'Counting…'
        : total === 0
          ? 'There are no fans on these lists.'
          : total === 1
            ? '1 fan will get this message.'
            : `${fansText(total)} will get this message.`;
  return (
    <p className={styles.count} role="status">
      {text}
    </p>
  );
}
