/** /purchases: permanent purchases, newest first, including items that their performer no longer offers. */
import { titleOf } from '@web/lib/wording/item-labels';
import { chargeStates, chargeTypeLabels } from '@web/lib/wording/money-labels';
import { itemPath, profilePath } from '@web/lib/paths';
import { optionsOf } from '@web/lib/wording/state-label';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { TicketOffer } from '@web/checkout/ticket-offer';
import { Button } from '@web/ui/actions/button';
import { Link } from '@web/ui/core/link';
import { MediaBox } from '@web/ui/media/media-box';
import { PageHead } from '@web/ui/page/page-head';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { StateMark } from '@web/ui/feedback/state-mark';
import { EmptyState } from '@web/ui/feedback/states';
import { TimeAgo, FullTime } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { useTable } from '@web/ui/lists/use-table';
import { purchaseTypes } from '@contract/kernel/values/money';
import { purchaseSorts, purchasesRequest } from './requests';
import { capitalize, coverOf } from './saved-item';
import type { Item } from './saved-item';
import styles from './saved.module.css';

type Purchase = ResponseOf<'GET /wallet/purchases'>['data'][number];

const typeOptions = optionsOf(chargeTypeLabels).filter(({ value }) => purchaseTypes.some((type) => type === value));
const filters = [{ key: 'type', label: 'Type', anyLabel: 'Everything', options: typeOptions }];

const columns: readonly TableColumn<Purchase>[] = [
  { key: 'item', title: 'What', render: (purchase) => <PurchasedItem purchase={purchase} /> },
  {
    key: 'performer',
    title: 'From',
    render: ({ performer: { _id: id, username, name } }) => <Link href={profilePath({ id, username })}>{name}</Link>,
  },
  { key: 'price', title: 'Price', align: 'end', sortable: true, render: ({ price }) => <Tokens amount={price} /> },
  {
    key: 'status',
    title: 'Status',
    render: ({ status, isWithheld }) =>
      isWithheld ? <StateMark tone="warn">Locked until you top up</StateMark> : <StateMark {...chargeStates[status]} />,
  },
  { key: 'createdAt', title: 'Date', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
];

function PurchasedItem({ purchase: { item, type } }: { purchase: Purchase }) {
  if (item?.kind === 'feed' && type === 'ticket') return <Ticket post={item} />;
  if (item === null) return <span className={styles.unavailable}>{chargeTypeLabels[type]} no longer available</span>;
  return <BoughtItem item={item} />;
}

/** A ticket with its show's start and status. */
function Ticket({ post }: { post: Extract<Item, { kind: 'feed' }> }) {
  return (
    <span className={styles.boughtWords}>
      <Link href={itemPath(post)}>{capitalize(titleOf(post))}</Link>
      {post.streamScheduledAt === null ? null : (
        <span className={styles.quiet}>
          <FullTime at={post.streamScheduledAt} />
        </span>
      )}
      <TicketOffer post={post} />
    </span>
  );
}

function BoughtItem({ item }: { item: Item }) {
  const picture = coverOf(item);
  return (
    <span className={styles.bought}>
      <span className={styles.thumb}>
        <MediaBox src={picture?.thumbnailUrl} blur={picture?.blur} alt="" ratio={4 / 3} />
      </span>
      <span className={styles.boughtWords}>
        <Link href={itemPath(item)}>{capitalize(titleOf(item))}</Link>
        {item.state === 'published' ? null : <span className={styles.quiet}>No longer published. You keep access.</span>}
      </span>
    </span>
  );
}

export function PurchasesScreen() {
  const table = useTable(purchaseSorts, filters);
  const result = useEndpoint('GET /wallet/purchases', purchasesRequest(table.urlQuery), { keepPreviousData: true });
  return (
    <>
      <PageHead
        title="Purchases"
        lead="Everything you unlock is yours to keep."
        noindex
        actions={<Button href="/wallet?tab=charges">See receipts</Button>}
      />
      <SearchTable<Purchase>
        label="Purchases"
        searchLabel="Search purchases"
        table={table}
        filters={filters}
        result={result}
        columns={columns}
        empty={
          table.isFiltered ? (
            <EmptyState title="No matching purchases" text="Change or remove a filter." />
          ) : (
            <EmptyState
              title="No purchases yet"
              text="Posts, videos, galleries and tickets you buy appear here."
              action={<Button href="/explore?tab=videos">Explore videos</Button>}
            />
          )
        }
      />
    </>
  );
}
