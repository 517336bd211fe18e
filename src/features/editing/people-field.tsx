/** The other performers in a video, found by name. */
import * as limits from '@contract/kernel/limits';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { PeopleFound, peopleOffered, PeoplePicker } from '@web/social/people-picker';

export type Person = Pick<AnswerOf<'GET /performers/user/search'>['data'][number], '_id' | 'name' | 'username'>;

interface PeopleFieldProps {
  people: readonly Person[];
  onChange: (people: Person[]) => void;
}

export function PeopleField({ people, onChange }: PeopleFieldProps) {
  return (
    <PeoplePicker
      title="Other people in it"
      label="Find a performer"
      hint="By name or username."
      most={limits.participantsMax}
      people={people}
      onChange={onChange}
      found={(words, add) => <Found words={words} chosen={people} onChoose={add} />}
    />
  );
}

function Found({ words, chosen, onChoose }: { words: string; chosen: readonly Person[]; onChoose: (person: Person) => void }) {
  const answer = useEndpoint('GET /performers/user/search', { query: { q: words, limit: peopleOffered } }, { keepPreviousData: true });
  const choose = ({ _id, name, username }: Person) => onChoose({ _id, name, username });
  return <PeopleFound answer={answer} looking="Looking for performers…" chosen={chosen} onChoose={choose} />;
}
