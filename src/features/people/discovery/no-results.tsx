/** Nobody fits all filters: says which one to let go, and how many people that brings. */
import { useState } from 'react';
import { useEndpoint } from '@web/services/use-endpoint';
import { Button } from '@web/ui/actions/button';
import { Empty } from '@web/ui/feedback/states';
import { chosenFilters, cleared, searchQueryOf } from './explore-filters';
import type { ChosenFilter, ExploreFilters } from './explore-filters';
import { counted } from '../../discovery/counted';
import styles from './explore.module.css';

/** Each way out costs a question to the host; the first few filters are enough to find one. */
const waysMax = 5;

interface NothingMatchesProps {
  filters: ExploreFilters;
  onChange: (next: ExploreFilters) => void;
}

export function NothingMatches({ filters, onChange }: NothingMatchesProps) {
  const chosen = chosenFilters(filters);
  if (chosen.length === 0) return <Empty title="No performers yet" text="They show here as soon as the first documents are approved." />;
  return (
    <Empty
      title="Nobody matches all of this"
      text={chosen.length === 1 ? 'Remove the filter to see more people.' : 'Remove one of the filters to see more people.'}
      action={
        <div className={styles.ways}>
          {chosen.slice(0, waysMax).map((filter) => (
            <Way key={filter.key} filter={filter} onChange={onChange} />
          ))}
          <Button kind="quiet" onPress={() => onChange(cleared(filters))}>
            Show everybody
          </Button>
        </div>
      }
    />
  );
}

function Way({ filter, onChange }: { filter: ChosenFilter; onChange: (next: ExploreFilters) => void }) {
  const [now] = useState(() => new Date());
  const { data } = useEndpoint('GET /performers/user/search', { query: { ...searchQueryOf(filter.without, now), limit: 1 } });
  // Where letting go of it alone brings nobody, it is no way out.
  if (data?.total === 0) return null;
  const found = data === undefined ? '' : ` · ${counted(data.total)} found`;
  return (
    <Button onPress={() => onChange(filter.without)}>
      Remove {filter.label}
      {found}
    </Button>
  );
}
