/** Looking for videos or galleries, everybody's or one performer's: words, order and what else narrows them live in the address. */
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { foundItemsRead, itemsOfRead, orderAt } from '@web/lib/item-reads';
import type { ItemOrder } from '@web/lib/item-reads';
import type { PerformerLine } from '@web/lib/performer-line';
import { textAt } from '@web/lib/table-query';
import { Button } from '../actions/button';
import { Chip } from '../actions/chips';
import type { ItemNoun } from './item-lists';
import { ListControls } from '../lists/list-controls';
import { Empty } from '../feedback/states';
import { useAddressKeys } from '../core/use-address-keys';

/** The usual one first. */
const orders: readonly { value: ItemOrder; label: string }[] = [
  { value: 'new', label: 'Newest' },
  { value: 'popular', label: 'Most seen' },
  { value: 'price', label: 'Lowest price' },
];

/** Everybody's: a tab of the explore page. `list` draws what fits. */
export function ExploreItems({
  noun: { many },
  list,
}: {
  noun: ItemNoun;
  list: (query: ReturnType<typeof foundItemsRead>['query'], empty: ReactNode) => ReactNode;
}) {
  const { query } = useRouter();
  const change = useAddressKeys();
  const tag = textAt(query, 'tag');
  const isForSale = textAt(query, 'sale') === '1';
  const isNarrowed = tag !== undefined || isForSale || textAt(query, 'q') !== undefined;
  const clear = () => change({ q: '', tag: '', sale: '' });
  return (
    <>
      <ListControls searchLabel={`Search ${many}`} orders={orders} order={orderAt(query)}>
        <Chip chosen={isForSale} onToggle={() => change({ sale: isForSale ? '' : '1' })}>
          For sale
        </Chip>
        {tag === undefined ? null : (
          <Chip removable onToggle={() => change({ tag: '' })}>
            <bdi>#{tag}</bdi>
          </Chip>
        )}
      </ListControls>
      {list(
        foundItemsRead(query).query,
        isNarrowed ? (
          <Empty
            title={`No ${many} match`}
            text="Try other words, or look at all of them."
            action={<Button onPress={clear}>Show all {many}</Button>}
          />
        ) : (
          <Empty title={`No ${many} yet`} text="They show here as soon as performers publish them." />
        ),
      )}
    </>
  );
}

/** One performer's, on her page. `list` draws what fits. */
export function ProfileItems({
  performer: { _id: id, name },
  noun: { many },
  list,
}: {
  performer: PerformerLine;
  noun: ItemNoun;
  list: (query: ReturnType<typeof itemsOfRead>['query'], empty: ReactNode) => ReactNode;
}) {
  const { query } = useRouter();
  return (
    <>
      <ListControls searchLabel={`Search ${many} of ${name}`} orders={orders} order={orderAt(query)} />
      {list(
        itemsOfRead(id, query).query,
        textAt(query, 'q') === undefined ? (
          <Empty title={`No ${many} yet`} text={`Follow ${name} to hear of the first.`} />
        ) : (
          <Empty title={`No ${many} match`} text="Try fewer or other words." />
        ),
      )}
    </>
  );
}
