/** Explore: performers and other content, filtered by the URL, with infinite scroll. */
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import { Button } from '@web/ui/actions/button';
import { Chip, ChipRow, TabRow } from '@web/ui/actions/chips';
import { SelectField } from '@web/ui/forms/fields';
import { FilterIcon } from '@web/ui/icons/icons';
import { LoadMore } from '@web/ui/lists/load-more';
import { PageHead } from '@web/ui/page/page-head';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import {
  chosenFilters,
  clearFilters,
  explorePath,
  filterCount,
  filtersOf,
  flagLabels,
  labelOf,
  pageSize,
  searchQueryOf,
  sorts,
  withChoiceToggled,
  withFlagToggled,
} from './explore-filters';
import type { ExploreFilters, ExploreSort } from './explore-filters';
import { formatResultCount } from './result-count';
import { NothingMatches } from './no-results';
import { PerformerGrid } from './performer-grid';
import { SearchBox } from './search-box';
import styles from './explore.module.css';

const ExploreSheet = dynamic(() => import('./explore-sheet').then((loaded) => loaded.ExploreSheet), { ssr: false });

const quickFlags = ['free', 'live', 'new'] as const;
const quickGenders = ['female', 'male', 'transgender'];
const quickChips = [
  ...quickFlags.map((flag) => ({ value: flag, label: flagLabels[flag] })),
  ...quickGenders.map((gender) => ({ value: gender, label: labelOf('gender', gender) })),
];
const sortLabels: Record<ExploreSort, string> = { popular: 'Popular', new: 'Newest', online: 'Online first' };
const sortOptions = sorts.map((sort) => ({ value: sort, label: sortLabels[sort] }));

function toggleQuickFilter(filters: ExploreFilters, value: string): ExploreFilters {
  const flag = quickFlags.find((name) => name === value);
  return flag ? withFlagToggled(filters, flag) : withChoiceToggled(filters, 'gender', value);
}

/** The filters in the URL, and a setter. They are stored in the URL only, so Back undoes a change. */
export function useExploreFilters(): [ExploreFilters, (next: ExploreFilters) => void] {
  const router = useRouter();
  const change = (next: ExploreFilters) => void router.push(explorePath(next), undefined, { scroll: false });
  return [filtersOf(router.query), change];
}

/** A tab at `?tab=`, provided by another feature and passed in by the page. */
export interface ExploreTab {
  value: string;
  label: string;
  panel: ReactNode;
}

const performersTab = 'performers';

interface ExploreScreenProps {
  /** The tabs besides performers, who come first. */
  tabs?: readonly ExploreTab[];
}

export function ExploreScreen({ tabs = [] }: ExploreScreenProps) {
  const { query } = useRouter();
  const tab = tabs.find(({ value }) => value === query['tab']);
  const searchText = typeof query['q'] === 'string' ? query['q'] : '';
  const hrefOf = (value: string) => {
    const params = new URLSearchParams({
      ...(value === performersTab ? {} : { tab: value }),
      ...(searchText === '' ? {} : { q: searchText }),
    });
    return params.size === 0 ? '/explore' : `/explore?${params.toString()}`;
  };
  return (
    <>
      <PageHead title="Explore" description="Find creators by name, appearance, language or country, and browse what they publish." />
      {tabs.length === 0 ? null : (
        <div className={styles.tabs}>
          <TabRow
            label="Content types"
            tabs={[{ value: performersTab, label: 'Creators' }, ...tabs]}
            current={tab?.value ?? performersTab}
            hrefOf={hrefOf}
          />
        </div>
      )}
      {tab ? <section aria-label={tab.label}>{tab.panel}</section> : <ExplorePerformers />}
    </>
  );
}

function ExplorePerformers() {
  const [filters, change] = useExploreFilters();
  const [isOpen, setOpen] = useState(false);
  const chosen = chosenFilters(filters);
  const count = filterCount(filters);
  const apply = (next: ExploreFilters) => {
    setOpen(false);
    change(next);
  };
  return (
    <>
      <div className={styles.controls}>
        <SearchBox value={filters.q} onSearch={(q) => change({ ...filters, q })} />
        <ChipRow
          label="Quick filters"
          chips={quickChips}
          chosen={[...filters.flags, ...(filters.choices.gender ?? [])]}
          onToggle={(value) => change(toggleQuickFilter(filters, value))}
        />
        <div className={styles.line}>
          <Button icon={<FilterIcon />} aria-haspopup="dialog" onPress={() => setOpen(true)}>
            {`Filters (${String(count)})`}
          </Button>
          <div className={styles.sort}>
            <SelectField
              label="Sort by"
              labelHidden
              options={sortOptions}
              value={filters.sort}
              onChange={(event) => change({ ...filters, sort: sorts.find((sort) => sort === event.target.value) ?? 'popular' })}
            />
          </div>
        </div>
        {chosen.length > 0 ? (
          <div className={styles.chips} role="group" aria-label="Active filters">
            {chosen.map(({ key, label, without }) => (
              <Chip key={key} removable onToggle={() => change(without)}>
                {label}
              </Chip>
            ))}
            <Button kind="quiet" size="small" onPress={() => change(clearFilters(filters))}>
              Clear all
            </Button>
          </div>
        ) : null}
      </div>
      <Results filters={filters} onChange={change} />
      {isOpen ? (
        <ExploreSheet filters={filters} onApply={apply} onClear={() => apply(clearFilters(filters))} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

const performerCountText = (total: number): string => (total === 1 ? '1 creator' : `${formatResultCount(total)} creators`);

function Results({ filters, onChange }: { filters: ExploreFilters; onChange: (next: ExploreFilters) => void }) {
  const [now] = useState(() => new Date());
  const { items, total, hasMore, isLoadingMore, error, more, retry } = useEndpointPages(
    'GET /performers/user/search',
    searchQueryOf(filters, now),
  );
  if (items === undefined)
    return error ? <ErrorState error={error} onRetry={retry} /> : <Skeleton shape="card" count={pageSize} label="Loading creators…" />;
  if (items.length === 0) return <NothingMatches filters={filters} onChange={onChange} />;
  return (
    <>
      <h2 className="visually-hidden">Creators</h2>
      <p className={styles.total} role="status">
        {performerCountText(total)}
      </p>
      <PerformerGrid label="Creators" performers={items} inView={4} />
      {error ? <ErrorState error={error} onRetry={retry} /> : null}
      {hasMore && !error ? <LoadMore busy={isLoadingMore} onMore={more} /> : null}
    </>
  );
}
