/** The site's menus by section. Every change applies immediately, for all visitors. */
import * as messages from '@contract/kernel/messages';
import * as limits from '@contract/kernel/limits';
import { menuSections } from '@contract/kernel/values/site';
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { moved } from '@web/uploads/media-list';
import { showFailure } from '@web/forms/show-failure';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { PlusIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { useState } from 'react';
import { ConsoleFrame } from '../parts/console-frame';
import { MenuEntryForm } from './menu-entry-form';
import { MenuSection } from './menu-section';
import styles from './menus.module.css';

export type Entry = ResponseOf<'GET /admin/menus'>[number];
export type Section = Entry['section'];
export type NewEntry = Omit<Entry, '_id' | 'isBroken' | 'isInternal' | 'ordering'> & { _id?: string };

type OpenDialog = { act: 'write'; entry: Entry | null; section: Section } | { act: 'remove'; entry: Entry };

const bodyOf = ({ _id, title, path, section, isNewTab, help }: NewEntry): NewEntry => ({
  ...(_id === undefined ? {} : { _id }),
  ...{ title, path, section, isNewTab, help },
});

export function MenusScreen() {
  const { data, error, mutate } = useEndpoint('GET /admin/menus', {}, { revalidateOnFocus: false });
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const [busy, setBusy] = useState(false);
  const entries = data ?? [];
  const isFull = entries.length >= limits.menusMax;

  const replace = async (next: readonly NewEntry[]): Promise<void> => {
    setBusy(true);
    try {
      await mutate(await services.adminSite['PUT /admin/menus']({ body: { menus: next.map(bodyOf) } }), { revalidate: false });
    } finally {
      setBusy(false);
    }
  };
  const move = (section: Section, from: number, step: number) => {
    const inSection = entries.filter((entry) => entry.section === section);
    const next = [...entries.filter((entry) => entry.section !== section), ...moved(inSection, from, step)];
    replace(next).catch((thrown: unknown) => showFailure(thrown, messages.saveFailed));
  };
  const write = async (written: NewEntry): Promise<void> => {
    const isExisting = entries.some(({ _id }) => _id === written._id);
    await replace(isExisting ? entries.map((entry) => (entry._id === written._id ? written : entry)) : [...entries, written]);
    showToast({ tone: 'ok', text: 'Menus saved' });
    setOpenDialog(null);
  };
  return (
    <ConsoleFrame title="Menus" lead="The links shown across the site. Changes apply immediately for everyone.">
      {data === undefined && error ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
      {data === undefined && !error ? <Skeleton shape="row" count={6} label="Loading the menus…" /> : null}
      {data === undefined ? null : (
        <div className={styles.sections}>
          {entries.some(({ isBroken }) => isBroken) ? (
            <Notice tone="warn" title="Some links are broken">
              Change the link, publish the page or remove the entry.
            </Notice>
          ) : null}
          {isFull ? <Notice>{`You can have up to ${String(limits.menusMax)} entries. Remove one to add another.`}</Notice> : null}
          {menuSections.map((section) => (
            <MenuSection
              key={section}
              section={section}
              entries={entries.filter((entry) => entry.section === section)}
              busy={busy}
              onMove={(from, step) => move(section, from, step)}
              onChange={(entry) => setOpenDialog({ act: 'write', entry, section })}
              onRemove={(entry) => setOpenDialog({ act: 'remove', entry })}
              add={
                <Button icon={<PlusIcon />} disabled={isFull} onPress={() => setOpenDialog({ act: 'write', entry: null, section })}>
                  Add entry
                </Button>
              }
            />
          ))}
        </div>
      )}
      {openDialog?.act === 'write' ? (
        <MenuEntryForm entry={openDialog.entry} section={openDialog.section} onWritten={write} onClose={() => setOpenDialog(null)} />
      ) : null}
      {openDialog?.act === 'remove' ? (
        <ConfirmDialog
          open
          title={`Remove “${openDialog.entry.title}”?`}
          consequence={`The entry disappears from every page immediately. ${openDialog.entry.path} itself stays available.`}
          actionLabel="Remove entry"
          onConfirm={async () => {
            await replace(entries.filter(({ _id }) => _id !== openDialog.entry._id));
            setOpenDialog(null);
          }}
          onClose={() => setOpenDialog(null)}
        />
      ) : null}
    </ConsoleFrame>
  );
}
