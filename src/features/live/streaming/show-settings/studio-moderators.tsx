/** Moderators of the performer's chat, found by name. */
import * as limits from '@contract/kernel/limits';
import { useEndpoint } from '@web/services/use-endpoint';
import { PeoplePicker, PeopleResults, peopleResultsMax } from '@web/social/people-picker';
import type { OwnShow } from './studio-show';

type Person = OwnShow['conversation']['moderators'][number];

interface ModeratorsProps {
  people: readonly Person[];
  onChange: (people: Person[]) => void;
}

export function Moderators({ people, onChange }: ModeratorsProps) {
  return (
    <PeoplePicker
      title="Moderators"
      note="They can delete messages, and mute or ban people."
      label="Search people"
      hint="By name or username."
      peopleMax={limits.streamChat.moderatorsMax}
      people={people}
      onChange={onChange}
      renderResults={(query, add) => <SearchResults query={query} chosen={people} onChoose={add} />}
    />
  );
}

function SearchResults({ query, ...choice }: { query: string; chosen: readonly Person[]; onChoose: (person: Person) => void }) {
  const response = useEndpoint('GET /users/search', { query: { q: query, limit: peopleResultsMax } }, { keepPreviousData: true });
  return <PeopleResults response={response} loadingLabel="Looking for people…" {...choice} />;
}
