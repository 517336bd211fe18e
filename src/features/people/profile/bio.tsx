/** A performer's bio: three lines, the rest on demand; the owner edits it in place. */
import { Button } from '@web/ui/actions/button';
import { cx } from '@web/ui/core/cx';
import { EditIcon } from '@web/ui/icons/icons';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import styles from './profile.module.css';

const BioField = dynamic(() => import('./bio-field').then((loaded) => loaded.BioField), { ssr: false });

/** Text with more characters or lines does not fit into three lines of a phone or a larger screen. */
const limitsByScreen = { phone: { characters: 140, lines: 3 }, desktop: { characters: 210, lines: 4 } };
const isLonger = (text: string, { characters, lines }: { characters: number; lines: number }): boolean =>
  text.length > characters || text.split('\n').length > lines;

interface BioProps {
  text: string;
  name: string;
  isOwner: boolean;
  onChanged: () => void;
}

export function Bio({ text, name, isOwner, onChanged }: BioProps) {
  const [isExpanded, setExpanded] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const isLong = isLonger(text, limitsByScreen.phone);
  const cutClass = isLonger(text, limitsByScreen.desktop) ? styles.cut : styles.cutOnPhones;
  const handleSaved = () => {
    setEditing(false);
    onChanged();
  };
  if (isOwner && isEditing) return <BioField text={text} onSaved={handleSaved} onCancel={() => setEditing(false)} />;
  return (
    <section className={styles.bio} aria-label={`About ${name}`}>
      {text === '' ? (
        <p className={styles.quiet}>
          {isOwner ? 'Tell visitors who you are and what they’ll find here.' : `${name} hasn’t added a bio yet.`}
        </p>
      ) : (
        <p className={cx(styles.bioText, isLong && !isExpanded && cutClass)}>{text}</p>
      )}
      <div className={styles.bioActions}>
        {isLong ? (
          <span className={cx(styles.more, cutClass === styles.cutOnPhones && styles.phoneOnly)}>
            <Button kind="quiet" size="small" aria-expanded={isExpanded} onPress={() => setExpanded(!isExpanded)}>
              {isExpanded ? 'Show less' : 'Show more'}
            </Button>
          </span>
        ) : null}
        {isOwner ? (
          <Button size="small" icon={<EditIcon />} onPress={() => setEditing(true)}>
            Edit bio
          </Button>
        ) : null}
      </div>
    </section>
  );
}
