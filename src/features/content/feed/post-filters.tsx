/** The filters of a performer's posts: text, kind and days. All of them are in the URL. */
import { useRouter } from 'next/router';
import { textAt } from '@web/lib/table-query';
import { DateField, SelectField } from '@web/ui/forms/fields';
import { useQueryParameters } from '@web/ui/core/use-address-keys';
import { typeOptions } from './post-types';
import { typeAt } from './requests';
import type { PostFilterKey } from './requests';
import { PostSearchField } from './post-search';
import styles from './feed.module.css';

const kinds = [{ value: '', label: 'All types' }, ...typeOptions()];

export function PostFilters({ name }: { name: string }) {
  const { query } = useRouter();
  const change = useQueryParameters();
  const at = (key: PostFilterKey): string => textAt(query, key) ?? '';
  return (
    <div className={styles.filters}>
      <PostSearchField label={`Search posts by ${name}`} words={at('q')} onSearch={(q) => change({ q })} />
      <div className={styles.line}>
        <SelectField label="Type" options={kinds} value={typeAt(query) ?? ''} onChange={({ target }) => change({ type: target.value })} />
        <DateField label="From" value={at('from')} max={at('to')} onChange={({ target }) => change({ from: target.value })} />
        <DateField label="To" value={at('to')} min={at('from')} onChange={({ target }) => change({ to: target.value })} />
      </div>
    </div>
  );
}
