/** Promotions of the site: created, changed, stopped, restarted and deleted. */
import { promoPositions, promoStates } from '@contract/kernel/values/promos';
import { errorMessage } from '@web/lib/i18n/error-message';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { ImageIcon, MoreIcon } from '@web/ui/icons/icons';
import { Menu } from '@web/ui/actions/menu';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { StateMark } from '@web/ui/feedback/state-mark';
import { EmptyState } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { useState } from 'react';
import { ConsoleFrame } from '../parts/console-frame';
import { PromoForm } from './promo-form';
import { promosRequest, promoSorts } from './requests';
import { positionLabels, promoStatusTags, type Promo } from './labels';
import styles from './promos.module.css';

const filters = [
  {
    key: 'state',
    label: 'Status',
    anyLabel: 'Any status',
    options: promoStates.map((value) => ({ value, label: promoStatusTags[value].label })),
  },
  {
    key: 'position',
    label: 'Position',
    anyLabel: 'Any position',
    options: promoPositions.map((value) => ({ value, label: positionLabels[value].short })),
  },
];

interface ColumnActions {
  onChange: (promo: Promo) => void;
  onStop: (promo: Promo) => void;
  onRun: (promo: Promo) => void;
  onDelete: (promo: Promo) => void;
}

const columnsWith = ({ onChange, onStop, onRun, onDelete }: ColumnActions): readonly TableColumn<Promo>[] => [
  {
    key: 'title',
    title: 'Promotion',
    sortable: true,
    render: ({ title, link, image }) => (
      <span className={styles.promo}>
        {image.url === null ? null : <img className={styles.picture} src={image.url} alt="" />}
        <span className={styles.words}>
          <strong>{title}</strong>
          <span className={styles.quiet}>{link ?? 'No link'}</span>
        </span>
      </span>
    ),
  },
  { key: 'position', title: 'Position', render: ({ position }) => positionLabels[position].short },
  { key: 'ordering', title: 'Order', align: 'end', sortable: true, render: ({ ordering }) => String(ordering) },
  {
    key: 'state',
    title: 'Status',
    render: ({ state, startsAt, endsAt }) => (
      <>
        <StateMark {...promoStatusTags[state]} />
        {state === 'planned' && startsAt !== null ? (
          <p className={styles.quiet}>
            Starts <TimeAgo at={startsAt} />
          </p>
        ) : null}
        {endsAt === null ? null : (
          <p className={styles.quiet}>
            {state === 'over' ? (
              <>
                Ended <TimeAgo at={endsAt} />
              </>
            ) : (
              <>
                Ends <TimeAgo at={endsAt} />
              </>
            )}
          </p>
        )}
      </>
    ),
  },
  {
    key: 'actions',
    title: 'Actions',
    render: (promo) => (
      <Menu
        label={`Actions for ${promo.title}`}
        trigger={<MoreIcon />}
        items={[
          { label: 'Change', onPress: () => onChange(promo) },
          promo.isActive ? { label: 'Stop', onPress: () => onStop(promo) } : { label: 'Run again', onPress: () => onRun(promo) },
          { label: 'Delete', tone: 'danger', onPress: () => onDelete(promo) },
        ]}
      />
    ),
  },
];

type DialogState = { action: 'form'; promo: Promo | null } | { action: 'stop' | 'delete'; promo: Promo };

export function PromosScreen() {
  const table = useTable(promoSorts, filters);
  const result = useEndpoint('GET /admin/site-promos/search', promosRequest(table.urlQuery), { keepPreviousData: true });
  const [dialog, setDialog] = useState<DialogState | null>(null);
  const done = async (text: string) => {
    setDialog(null);
    showToast({ tone: 'ok', text });
    await result.mutate();
  };
  const run = (promo: Promo) =>
    services.promos['PUT /admin/site-promos/:id']({
      params: { id: promo._id },
      body: { isActive: true },
      files: { image: undefined },
    }).then(
      () => done(`${promo.title} is running again`),
      (thrown: unknown) => showToast({ tone: 'danger', text: errorMessage(thrown) }),
    );
  const columns = columnsWith({
    onChange: (promo) => setDialog({ action: 'form', promo }),
    onStop: (promo) => setDialog({ action: 'stop', promo }),
    onRun: (promo) => void run(promo),
    onDelete: (promo) => setDialog({ action: 'delete', promo }),
  });
  return (
    <ConsoleFrame
      title="Promotions"
      lead="Banner images with a link, shown to visitors."
      actions={
        <Button kind="primary" onPress={() => setDialog({ action: 'form', promo: null })}>
          New promotion
        </Button>
      }
    >
      <SearchTable<Promo>
        label="Promotions"
        searchLabel="Search promotions"
        table={table}
        filters={filters}
        result={result}
        columns={columns}
        empty={
          <EmptyState
            icon={<ImageIcon />}
            title={table.isFiltered ? 'No matching promotions' : 'No promotions yet'}
            text={table.isFiltered ? 'Change or remove a filter.' : 'Create a promotion to highlight something for visitors.'}
          />
        }
      />
      {dialog?.action === 'form' ? (
        <PromoForm
          promo={dialog.promo}
          onClose={() => setDialog(null)}
          onDone={() => void done(dialog.promo === null ? 'Promotion created' : 'Changes saved')}
        />
      ) : null}
      <ConfirmDialog
        open={dialog?.action === 'stop'}
        tone="plain"
        title={`Stop ${dialog?.promo?.title ?? ''}?`}
        consequence="Visitors won’t see it anymore. You can run it again later."
        actionLabel="Stop promotion"
        onConfirm={async () => {
          if (dialog?.action !== 'stop') return;
          await services.promos['PUT /admin/site-promos/:id']({
            params: { id: dialog.promo._id },
            body: { isActive: false },
            files: { image: undefined },
          });
          await done(`${dialog.promo.title} stopped`);
        }}
        onClose={() => setDialog(null)}
      />
      <ConfirmDialog
        open={dialog?.action === 'delete'}
        title={`Delete ${dialog?.promo?.title ?? ''}?`}
        consequence="Visitors won’t see it anymore, and its image is deleted. This can’t be undone."
        actionLabel="Delete promotion"
        onConfirm={async () => {
          if (dialog?.action !== 'delete') return;
          await services.promos['DELETE /admin/site-promos/:id']({ params: { id: dialog.promo._id } });
          await done(`${dialog.promo.title} deleted`);
        }}
        onClose={() => setDialog(null)}
      />
    </ConsoleFrame>
  );
}
