/** Promotions of the site: made, changed, stopped, begun again and deleted. */
import { promoPositions, promoStates } from '@contract/values';
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
import { Empty } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { useState } from 'react';
import { ConsoleFrame } from '../parts/console-frame';
import { PromoForm } from './promo-form';
import { promosRead, promoSorts } from './reads';
import { placeWords, promoWords, type Promo } from './labels';
import styles from './promos.module.css';

const choices = [
  { key: 'state', label: 'State', any: 'Any state', options: promoStates.map((value) => ({ value, label: promoWords[value].word })) },
  {
    key: 'position',
    label: 'Place',
    any: 'Any place',
    options: promoPositions.map((value) => ({ value, label: placeWords[value].short })),
  },
];

interface Acts {
  onChange: (promo: Promo) => void;
  onStop: (promo: Promo) => void;
  onRun: (promo: Promo) => void;
  onDelete: (promo: Promo) => void;
}

const columnsWith = ({ onChange, onStop, onRun, onDelete }: Acts): readonly TableColumn<Promo>[] => [
  {
    key: 'title',
    title: 'Promotion',
    sortable: true,
    render: ({ title, link, image }) => (
      <span className={styles.promo}>
        {image.url === null ? null : <img className={styles.picture} src={image.url} alt="" />}
        <span className={styles.words}>
          <strong>{title}</strong>
          <span className={styles.quiet}>{link ?? 'Leads nowhere'}</span>
        </span>
      </span>
    ),
  },
  { key: 'position', title: 'Place', render: ({ position }) => placeWords[position].short },
  { key: 'ordering', title: 'Order', align: 'end', sortable: true, render: ({ ordering }) => String(ordering) },
  {
    key: 'state',
    title: 'State',
    render: ({ state, startsAt, endsAt }) => (
      <>
        <StateMark tone={promoWords[state].tone}>{promoWords[state].word}</StateMark>
        {state === 'planned' && startsAt !== null ? (
          <p className={styles.quiet}>
            From <TimeAgo at={startsAt} />
          </p>
        ) : null}
        {endsAt === null ? null : (
          <p className={styles.quiet}>
            Until <TimeAgo at={endsAt} />
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

type Asked = { act: 'form'; promo: Promo | null } | { act: 'stop' | 'delete'; promo: Promo };

export function PromosScreen() {
  const place = useTable(promoSorts, choices);
  const found = useEndpoint('GET /admin/site-promos/search', promosRead(place.address), { keepPreviousData: true });
  const [asked, setAsked] = useState<Asked | null>(null);
  const done = async (text: string) => {
    setAsked(null);
    showToast({ tone: 'ok', text });
    await found.mutate();
  };
  const run = (promo: Promo) =>
    services.promos['PUT /admin/site-promos/:id']({
      params: { id: promo._id },
      body: { isActive: true },
      files: { image: undefined },
    }).then(
      () => done(`${promo.title} runs again`),
      (thrown: unknown) => showToast({ tone: 'danger', text: errorMessage(thrown) }),
    );
  const columns = columnsWith({
    onChange: (promo) => setAsked({ act: 'form', promo }),
    onStop: (promo) => setAsked({ act: 'stop', promo }),
    onRun: (promo) => void run(promo),
    onDelete: (promo) => setAsked({ act: 'delete', promo }),
  });
  return (
    <ConsoleFrame
      title="Promotions"
      lead="Pictures with a link, which the site shows to its visitors."
      actions={
        <Button kind="primary" onPress={() => setAsked({ act: 'form', promo: null })}>
          New promotion
        </Button>
      }
    >
      <SearchTable<Promo>
        label="Promotions"
        searchLabel="Search promotions"
        place={place}
        choices={choices}
        found={found}
        columns={columns}
        empty={
          <Empty
            icon={<ImageIcon />}
            title={place.isFiltered ? 'No promotion matches' : 'No promotion yet'}
            text={place.isFiltered ? 'Change or remove a filter.' : 'Make one to point visitors to something.'}
          />
        }
      />
      {asked?.act === 'form' ? (
        <PromoForm
          promo={asked.promo}
          onClose={() => setAsked(null)}
          onDone={() => void done(asked.promo === null ? 'Promotion made' : 'Changes saved')}
        />
      ) : null}
      <ConfirmDialog
        open={asked?.act === 'stop'}
        tone="plain"
        title={`Stop ${asked?.promo?.title ?? ''}?`}
        consequence="Visitors do not see it any more. It can run again later."
        verb="Stop promotion"
        onConfirm={async () => {
          if (asked?.act !== 'stop') return;
          await services.promos['PUT /admin/site-promos/:id']({
            params: { id: asked.promo._id },
            body: { isActive: false },
            files: { image: undefined },
          });
          await done(`${asked.promo.title} is stopped`);
        }}
        onClose={() => setAsked(null)}
      />
      <ConfirmDialog
        open={asked?.act === 'delete'}
        title={`Delete ${asked?.promo?.title ?? ''}?`}
        consequence="Visitors do not see it any more, and its picture is deleted too. This cannot be undone."
        verb="Delete promotion"
        onConfirm={async () => {
          if (asked?.act !== 'delete') return;
          await services.promos['DELETE /admin/site-promos/:id']({ params: { id: asked.promo._id } });
          await done(`${asked.promo.title} is deleted`);
        }}
        onClose={() => setAsked(null)}
      />
    </ConsoleFrame>
  );
}
