/** The people who are shown in the edited item. */
import type { StoredPeople } from '@web/social/shown-people';
import { ShownPeoplePicker } from '@web/social/shown-people-picker';
import type { Terms } from './terms';
import styles from './editing.module.css';

type Named = Pick<Terms, 'people' | 'releases'>;

interface PeopleFieldProps {
  terms: Named;
  known?: StoredPeople | null | undefined;
  onChange: (next: Partial<Named>) => void;
}

export function PeopleField({ terms, known, onChange }: PeopleFieldProps) {
  return (
    <section className={styles.part} aria-label="Featuring">
      <ShownPeoplePicker
        title="Other participants"
        note="Add everyone who can be seen or heard. It’s published once they’ve all agreed."
        shown={terms}
        known={known}
        onChange={onChange}
      />
    </section>
  );
}
