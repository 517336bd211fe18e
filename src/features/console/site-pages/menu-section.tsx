/** One menu: its entries in order, with buttons that move them. Focus stays on the entry that was moved. */
import { IconButton } from '@web/ui/actions/button';
import { ChevronDownIcon, EditIcon, TrashIcon } from '@web/ui/icons/icons';
import { StateMark } from '@web/ui/feedback/state-mark';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { MenuEntry, MenuSectionName } from './menus-screen';
import styles from './menus.module.css';

export const sectionLabels: Record<MenuSectionName, { title: string; about: string }> = {
  main: { title: 'Main', about: 'In the account menu.' },
  header: { title: 'Header', about: 'At the top of public pages.' },
  footer: { title: 'Footer', about: 'At the bottom of public pages.' },
};

interface MenuSectionProps {
  section: MenuSectionName;
  entries: readonly MenuEntry[];
  busy: boolean;
  onMove: (from: number, step: number) => void;
  onChange: (entry: MenuEntry) => void;
  onRemove: (entry: MenuEntry) => void;
  addButton: ReactNode;
}

export function MenuSection({ section, entries, busy, onMove, onChange, onRemove, addButton }: MenuSectionProps) {
  const titleId = useId();
  const list = useRef<HTMLOListElement>(null);
  const [lastMove, setLastMove] = useState<{ id: string; step: number } | null>(null);
  const { title, about } = sectionLabels[section];
  const position = entries.findIndex(({ _id }) => _id === lastMove?.id);
  // At the end of the list the pressed button becomes disabled, so the other one takes the focus.
  useEffect(() => {
    if (lastMove === null) return;
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>(`[data-entry="${lastMove.id}"]`) ?? [])];
    const [preferred, other] = lastMove.step < 0 ? buttons : buttons.toReversed();
    (preferred?.disabled === true ? other : preferred)?.focus();
  }, [lastMove, position]);
  const move = ({ _id }: MenuEntry, from: number, step: number) => {
    if (busy) return;
    setLastMove({ id: _id, step });
    onMove(from, step);
  };
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div className={styles.head}>
        <div>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <p className={styles.quiet}>{about}</p>
        </div>
        {addButton}
      </div>
      {entries.length === 0 ? <p className={styles.quiet}>No entries yet.</p> : null}
      <ol className={styles.entries} aria-label={`Entries: ${title}`} ref={list}>
        {entries.map((entry, index) => (
          <li key={entry._id} className={styles.entry}>
            <div className={styles.words}>
              <p className={styles.name}>
                {entry.title} {entry.isBroken ? <StateMark tone="danger">No destination</StateMark> : null}
              </p>
              <p className={styles.quiet}>
                <bdi dir="ltr">{entry.path}</bdi>
                {entry.isNewTab ? ' · new tab' : ''}
              </p>
            </div>
            <div className={styles.buttons}>
              <IconButton
                label={`Move ${entry.title} up`}
                icon={<ChevronDownIcon className={styles.up} />}
                disabled={index === 0}
                data-entry={entry._id}
                onPress={() => move(entry, index, -1)}
              />
              <IconButton
                label={`Move ${entry.title} down`}
                icon={<ChevronDownIcon />}
                disabled={index === entries.length - 1}
                data-entry={entry._id}
                onPress={() => move(entry, index, 1)}
              />
              <IconButton label={`Edit ${entry.title}`} icon={<EditIcon />} onPress={() => onChange(entry)} />
              <IconButton label={`Remove ${entry.title}`} icon={<TrashIcon />} onPress={() => onRemove(entry)} />
            </div>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {lastMove !== null && position >= 0
          ? `${entries[position]?.title ?? ''} is number ${String(position + 1)} of ${String(entries.length)}`
          : ''}
      </p>
    </section>
  );
}
