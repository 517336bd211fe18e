/** /purchases: what was bought to keep, newest first; also what its performer has taken from everybody else. */
import { titleOf } from '@web/lib/wording/item-labels';
import { chargeStates, chargeTypeWords, optionsOf } from '@web/lib/money-words';
import { itemPath, profilePath } from '@web/lib/paths';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { Button } from '@web/ui/actions/button';
import { Link } from '@web/ui/core/link';
import { MediaBox } from '@web/ui/media/media-box';
import { PageHead } from '@web/ui/page/page-head';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { StateMark } from '@web/ui/feedback/state-mark';
import { Empty } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { useTable } from '@web/ui/lists/use-table';
import { unlockTypes } from '@contract/values';
import { purchaseSorts, purchasesRead } from './requests';
import { capital, pictureOf } from './saved-item';
import type { Item } from './saved-item';
import styles from './saved.module.css';

type Purchase = AnswerOf<'GET /wallet/purchases'>['data'][number];

const typeOptions = optionsOf(chargeTypeWords).filter(({ value }) => unlockTypes.some((type) => type === value));
const choices = [{ key: 'type', label: 'Kind', any: 'Everything', options: typeOptions }];

const columns: readonly TableColumn<Purchase>[] = [
  { key: 'item', title: 'What', render: (purchase) => <What purchase={purchase} /> },
  {
    key: 'performer',
    title: 'From',
    render: ({ performer: { _id: id, username, name } }) => <Link href={profilePath({ id, username })}>{name}</Link>,
  },
  { key: 'price', title: 'Price', align: 'end', sortable: true, render: ({ price }) => <Tokens amount={price} /> },
  {
    key: 'status',
    title: 'State',
    render: ({ status, isWithheld }) =>
      isWithheld ? (
        <StateMark tone="warn">Closed until you top up</StateMark>
      ) : (
        <StateMark tone={chargeStates[status].tone}>{chargeStates[status].word}</StateMark>
      ),
  },
  { key: 'createdAt', title: 'Date', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
];

function What({ purchase: { item, type } }: { purchase: Purchase }) {
  if (item === null) return <span className={styles.gone}>{chargeTypeWords[type]} that can no longer be seen</span>;
  return <Bought item={item} />;
}

function Bought({ item }: { item: Item }) {
  const picture = pictureOf(item);
  return (
    <span className={styles.bought}>
      <span className={styles.thumb}>
        <MediaBox src={picture?.thumbnailUrl} blur={picture?.blur} alt="" ratio={4 / 3} />
      </span>
      <span className={styles.boughtWords}>
        <Link href={itemPath(item)}>{capital(titleOf(item))}</Link>
        {item.state === 'published' ? null : <span className={styles.quiet}>Taken from the site. You keep it.</span>}
      </span>
    </span>
  );
}

export function PurchasesScreen() {
  const place = useTable(purchaseSorts, choices);
  const found = useEndpoint('GET /wallet/purchases', purchasesRead(place.address), { keepPreviousData: true });
  return (
    <>
      <PageHead
        title="Purchases"
        lead="What you have unlocked stays yours."
        noindex
        actions={<Button href="/wallet?tab=charges">See receipts</Button>}
      />
      <SearchTable<Purchase>
        label="Purchases"
        searchLabel="Search purchases"
        place={place}
        choices={choices}
        found={found}
        columns={columns}
        empty={
          place.isFiltered ? (
            <Empty title="No purchase matches" text="Change or remove a filter." />
          ) : (
            <Empty
              title="Nothing bought yet"
              text="Posts, videos and galleries that you unlock are kept here."
              action={<Button href="/explore?tab=videos">Explore videos</Button>}
            />
          )
        }
      />
    </>
  );
}
