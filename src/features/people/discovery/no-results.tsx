/** Nothing matches all filters: suggests which one to remove, and how many results that yields. */
import { useState } from 'react';
import { useEndpoint } from '@web/services/use-endpoint';
import { Button } from '@web/ui/actions/button';
import { EmptyState } from '@web/ui/feedback/states';
import { chosenFilters, clearFilters, searchQueryOf } from './explore-filters';
import type { ChosenFilter, ExploreFilters } from './explore-filters';
import { formatResultCount } from './result-count';
import styles from './explore.module.css';

/** Each suggestion costs one request; the first few filters are enough to find one. */
const suggestionsMax = 5;

interface NothingMatchesProps {
  filters: ExploreFilters;
  onChange: (next: ExploreFilters) => void;
}

export function NothingMatches({ filters, onChange }: NothingMatchesProps) {
  const chosen = chosenFilters(filters);
  if (chosen.length === 0)
    return <EmptyState title="No creators yet" text="The first creators appear here once their identity is verified." />;
  return (
    <EmptyState
      title="No results"
      text={chosen.length === 1 ? 'Remove the filter to see more creators.' : 'Remove a filter to see more creators.'}
      action={
        <div className={styles.ways}>
          {chosen.slice(0, suggestionsMax).map((filter) => (
            <RemoveFilterButton key={filter.key} filter={filter} onChange={onChange} />
          ))}
          <Button kind="quiet" onPress={() => onChange(clearFilters(filters))}>
            Show all creators
          </Button>
        </div>
      }
    />
  );
}

function RemoveFilterButton({ filter, onChange }: { filter: ChosenFilter; onChange: (next: ExploreFilters) => void }) {
  const [now] = useState(() => new Date());
  const { data } = useEndpoint('GET /performers/user/search', { query: { ...searchQueryOf(filter.without, now), limit: 1 } });
  // Removing this filter alone yields no results.
  if (data?.total === 0) return null;
  const countText = data === undefined ? '' : ` · ${formatResultCount(data.total)} found`;
  return (
    <Button onPress={() => onChange(filter.without)}>
      Remove {filter.label}
      {countText}
    </Button>
  );
}
