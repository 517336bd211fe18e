/** The people who are shown in the edited item. */
import type { StoredPeople } from '@web/social/shown-people';
import { ShownPeoplePicker } from '@web/social/shown-people-picker';
import type { Terms } from './terms';
import styles from './editing.module.css';

type PeopleTerms = Pick<Terms, 'people' | 'releases'>;

interface PeopleFieldProps {
  terms: PeopleTerms;
  stored?: StoredPeople | null | undefined;
  onChange: (next: Partial<PeopleTerms>) => void;
}

export function PeopleField({ terms, stored, onChange }: PeopleFieldProps) {
  return (
    <section className={styles.part} aria-label="Featuring">
      <ShownPeoplePicker
        title="Other participants"
        note="Add everyone who can be seen or heard. It’s published once they’ve all agreed."
        shown={terms}
        stored={stored}
        onChange={onChange}
      />
    </section>
  );
}
