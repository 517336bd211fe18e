/** Whom a message to many is for: lists that get it, lists that do not, and how many fans that makes. */
import { numberFormat } from '@web/lib/intl';
import { useEndpoint } from '@web/services/use-endpoint';
import { Button } from '@web/ui/actions/button';
import { Chip } from '@web/ui/actions/chips';
import { Notice } from '@web/ui/feedback/notice';
import { Fault, Skeleton } from '@web/ui/feedback/states';
import { useRested } from '@web/ui/core/use-debounced';
import { fansWords, listWord } from '../../../messages/fan-words';
import type { ListId, MassFaults, MassValues } from './mass-values';
import styles from './mass.module.css';

type Chosen = Pick<MassValues, 'include' | 'exclude'>;

export interface Reach {
  /** How many fans would get it; null while nobody knows. */
  total: number | null;
  error: unknown;
  retry: () => void;
}

/** Counts, as lists are chosen, whom a message would reach. */
export function useReach(chosen: Chosen): Reach {
  const text = JSON.stringify({ include: chosen.include, exclude: chosen.exclude });
  const restedText = useRested(text);
  const rested = JSON.parse(restedText) as Chosen;
  const isRested = restedText === text;
  const { data, error, mutate } = useEndpoint(
    'POST /mass-messages/count',
    rested.include.length === 0 ? null : { body: { include: rested.include, exclude: rested.exclude } },
    // Fans come and go: a count that is kept would be one of another hour.
    { revalidateOnFocus: true },
  );
  const total = chosen.include.length === 0 ? 0 : isRested ? (data?.total ?? null) : null;
  return { total, error: isRested && data === undefined ? error : undefined, retry: () => void mutate() };
}

interface MassListsProps {
  values: MassValues;
  faults: MassFaults;
  reach: Reach;
  onChange: (next: Partial<MassValues>) => void;
}

export function MassLists({ values: { include, exclude }, faults, reach, onChange }: MassListsProps) {
  const { data, error, mutate } = useEndpoint('GET /performer/lists', {});
  if (data === undefined) {
    return error ? <Fault error={error} onRetry={() => void mutate()} /> : <Skeleton shape="row" count={2} label="Loading your lists…" />;
  }
  const without = (ids: readonly ListId[], id: ListId) => ids.filter((one) => one !== id);
  const put = (key: 'include' | 'exclude', id: ListId) => {
    const other = key === 'include' ? 'exclude' : 'include';
    const ids = { include, exclude };
    // A list that gets it and does not get it at once says nothing.
    onChange(ids[key].includes(id) ? { [key]: without(ids[key], id) } : { [key]: [...ids[key], id], [other]: without(ids[other], id) });
  };
  const groups = [
    { key: 'include', label: 'Send to', ids: include },
    { key: 'exclude', label: 'But not to', ids: exclude },
  ] as const;
  return (
    <section className={styles.part} aria-label="Who gets it">
      {groups.map(({ key, label, ids }) => (
        <div key={key} className={styles.group} role="group" aria-label={label}>
          <strong aria-hidden="true">{label}</strong>
          <div className={styles.chips}>
            {data.map((list) => (
              <Chip key={list._id} chosen={ids.includes(list._id)} onToggle={() => put(key, list._id)}>
                <span className={styles.listName}>{listWord(list)}</span> {numberFormat(undefined, {}).format(list.total)}
                <span className="visually-hidden"> {list.total === 1 ? 'fan' : 'fans'}</span>
              </Chip>
            ))}
          </div>
        </div>
      ))}
      <Count include={include} reach={reach} />
      {faults.include === undefined ? null : (
        <Notice tone="danger" isFault>
          {faults.include}
        </Notice>
      )}
    </section>
  );
}

function Count({ include, reach: { total, error, retry } }: { include: readonly ListId[]; reach: Reach }) {
  if (error) {
    return (
      <Notice tone="warn" action={<Button onPress={retry}>Count again</Button>}>
        The receivers could not be counted.
      </Notice>
    );
  }
  const words =
    include.length === 0
      ? 'Nobody is chosen yet.'
      : total === null
        ? 'Counting…'
        : total === 0
          ? 'Nobody is on these lists now.'
          : total === 1
            ? '1 fan gets it.'
            : `${fansWords(total)} get it.`;
  return (
    <p className={styles.count} role="status">
      {words}
    </p>
  );
}
