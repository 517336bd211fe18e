/** Picks the people shown in an item: performers, who are asked for consent, and people without an account, by their signed release. */
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { useEndpoint } from '@web/services/use-endpoint';
import { consentMarks } from '@web/lib/wording/consent-labels';
import { Button } from '@web/ui/actions/button';
import { SelectField } from '@web/ui/forms/fields';
import { CloseIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { StateMark } from '@web/ui/feedback/state-mark';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { useCurrentUser } from '@web/session/store/hooks';
import { PeoplePicker, PeopleResults, peopleResultsMax } from './people-picker';
import type { StoredPeople, ShownPeople, ShownPerson, ShownRelease } from './shown-people';
import styles from './shown-people.module.css';

interface ShownPeoplePickerProps {
  title: string;
  note: string;
  shown: ShownPeople;
  /** The people as stored at the server, with their consent. */
  stored?: StoredPeople | null | undefined;
  onChange: (next: Partial<ShownPeople>) => void;
}

export function ShownPeoplePicker({ title, note, shown: { people, releases }, stored, onChange }: ShownPeoplePickerProps) {
  const isDelegate = useCurrentUser()?.helper !== null;
  return (
    <>
      <PeoplePicker
        title={title}
        note={note}
        label="Find a creator"
        hint="By name or username."
        peopleMax={limits.participantsMax}
        people={people}
        onChange={(next) => onChange({ people: next })}
        renderResults={(query, add) => <SearchResults query={query} chosen={people} onChoose={add} />}
      />
      {isDelegate ? null : <ReleaseField releases={releases} onChange={(next) => onChange({ releases: next })} />}
      <Consents stored={stored} />
    </>
  );
}

function SearchResults({
  query,
  chosen,
  onChoose,
}: {
  query: string;
  chosen: readonly ShownPerson[];
  onChoose: (person: ShownPerson) => void;
}) {
  const response = useEndpoint('GET /performers/user/search', { query: { q: query, limit: peopleResultsMax } }, { keepPreviousData: true });
  const choose = ({ _id, name, username }: ShownPerson) => onChoose({ _id, name, username });
  return <PeopleResults response={response} loadingLabel="Searching creators…" chosen={chosen} onChoose={choose} />;
}

const releasesRequest = { query: { limit: limits.page.limitMax } };

interface ReleaseFieldProps {
  releases: ShownRelease[];
  onChange: (next: ShownRelease[]) => void;
}

/** Releases are identity documents, so delegates do not see them. They are loaded on demand. */
function ReleaseField({ releases, onChange }: ReleaseFieldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.part}>
      {releases.length === 0 ? null : (
        <div className={styles.row}>
          {releases.map(({ _id, name }) => (
            <Button key={_id} size="small" icon={<CloseIcon />} onPress={() => onChange(releases.filter((other) => other._id !== _id))}>
              Remove {name}
            </Button>
          ))}
        </div>
      )}
      {isOpen ? (
        <ReleaseChoice releases={releases} onChange={onChange} />
      ) : (
        <div>
          <Button size="small" onPress={() => setOpen(true)}>
            Add someone without an account
          </Button>
        </div>
      )}
    </div>
  );
}

function ReleaseChoice({ releases, onChange }: ReleaseFieldProps) {
  const { data, error, mutate } = useEndpoint('GET /performer/releases', releasesRequest);
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void mutate()} /> : <Skeleton shape="line" label="Loading releases…" />;
  const offered = data.data.filter(
    ({ _id, status }) => (status === 'waiting' || status === 'approved') && !releases.some((chosen) => chosen._id === _id),
  );
  const add = (id: string) => {
    const chosen = offered.find(({ _id }) => _id === id);
    if (chosen) onChange([...releases, { _id: id, name: chosen.name }]);
  };
  return (
    <>
      {offered.length === 0 || releases.length >= limits.participantsMax ? null : (
        <SelectField
          label="People without an account"
          placeholder="Choose a release"
          options={offered.map(({ _id, name }) => ({ value: _id, label: name }))}
          value=""
          onChange={({ target }) => add(target.value)}
        />
      )}
      <p className={styles.quiet}>
        They sign a release, and our team reviews it. <Link href="/creator/consent?tab=releases">Add a signed release</Link>
      </p>
    </>
  );
}

function Consents({ stored }: { stored: StoredPeople | null | undefined }) {
  if (!stored || stored.length === 0) return null;
  return (
    <ul className={styles.consents} aria-label="Consent status">
      {stored.map(({ _id, person, release, consent }) => (
        <li key={_id}>
          {person?.name ?? release?.name ?? 'Deleted account'} <StateMark {...consentMarks[consent]} />
        </li>
      ))}
    </ul>
  );
}
