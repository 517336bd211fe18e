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

export type MenuEntry = ResponseOf<'GET /admin/menus'>[number];
export type MenuSectionName = MenuEntry['section'];
export type NewMenuEntry = Omit<MenuEntry, '_id' | 'isBroken' | 'isInternal' | 'ordering'> & { _id?: string };

type DialogState = { action: 'edit'; entry: MenuEntry | null; section: MenuSectionName } | { action: 'remove'; entry: MenuEntry };

const bodyOf = ({ _id, title, path, section, isNewTab, help }: NewMenuEntry): NewMenuEntry => ({
  ...(_id === undefined ? {} : { _id }),
  title,
  path,
  section,
  isNewTab,
  help,
});

export function MenusScreen() {
  const { data, error, mutate } = useEndpoint('GET /admin/menus', {}, { revalidateOnFocus: false });
  const [dialog, setDialog] = useState<DialogState | null>(null);
  const [busy, setBusy] = useState(false);
  const entries = data ?? [];
  const isFull = entries.length >= limits.menusMax;

  const replace = async (next: readonly NewMenuEntry[]): Promise<void> => {
    setBusy(true);
    try {
      await mutate(await services.adminSite['PUT /admin/menus']({ body: { menus: next.map(bodyOf) } }), { revalidate: false });
    } finally {
      setBusy(false);
    }
  };
  const move = (section: MenuSectionName, from: number, step: number) => {
    const inSection = entries.filter((entry) => entry.section === section);
    const next = [...entries.filter((entry) => entry.section !== section), ...moved(inSection, from, step)];
    replace(next).catch((thrown: unknown) => showFailure(thrown, messages.saveFailed));
  };
  const save = async (edited: NewMenuEntry): Promise<void> => {
    const isExisting = entries.some(({ _id }) => _id === edited._id);
    await replace(isExisting ? entries.map((entry) => (entry._id === edited._id ? edited : entry)) : [...entries, edited]);
    showToast({ tone: 'ok', text: 'Menus saved' });
    setDialog(null);
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
              onChange={(entry) => setDialog({ action: 'edit', entry, section })}
              onRemove={(entry) => setDialog({ action: 'remove', entry })}
              addButton={
                <Button icon={<PlusIcon />} disabled={isFull} onPress={() => setDialog({ action: 'edit', entry: null, section })}>
                  Add entry
                </Button>
              }
            />
          ))}
        </div>
      )}
      {dialog?.action === 'edit' ? (
        <MenuEntryForm entry={dialog.entry} section={dialog.section} onSave={save} onClose={() => setDialog(null)} />
      ) : null}
      {dialog?.action === 'remove' ? (
        <ConfirmDialog
          open
          title={`Remove “${dialog.entry.title}”?`}
          consequence={`The entry disappears from every page immediately. ${dialog.entry.path} itself stays available.`}
          actionLabel="Remove entry"
          onConfirm={async () => {
            await replace(entries.filter(({ _id }) => _id !== dialog.entry._id));
            setDialog(null);
          }}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </ConsoleFrame>
  );
}
