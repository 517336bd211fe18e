/** The filters of a performer's posts: text, type and dates. All of them are in the URL. */
import { useRouter } from 'next/router';
import { textAt } from '@web/lib/table-query';
import { DateField, SelectField } from '@web/ui/forms/fields';
import { useQueryParameters } from '@web/ui/core/use-query-parameters';
import { typeOptions } from './post-types';
import { typeFilterOf } from './requests';
import type { PostFilterKey } from './requests';
import { PostSearchField } from './post-search';
import styles from './feed.module.css';

const typeChoices = [{ value: '', label: 'All types' }, ...typeOptions()];

export function PostFilters({ name }: { name: string }) {
  const { query } = useRouter();
  const change = useQueryParameters();
  const filterAt = (key: PostFilterKey): string => textAt(query, key) ?? '';
  return (
    <div className={styles.filters}>
      <PostSearchField label={`Search posts by ${name}`} value={filterAt('q')} onSearch={(q) => change({ q })} />
      <div className={styles.controls}>
        <SelectField
          label="Type"
          options={typeChoices}
          value={typeFilterOf(query) ?? ''}
          onChange={({ target }) => change({ type: target.value })}
        />
        <DateField label="From" value={filterAt('from')} max={filterAt('to')} onChange={({ target }) => change({ from: target.value })} />
        <DateField label="To" value={filterAt('to')} min={filterAt('from')} onChange={({ target }) => change({ to: target.value })} />
      </div>
    </div>
  );
}
