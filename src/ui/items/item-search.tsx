/** Searches items of all performers or of one. Search text, order and filters are in the URL. */
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { itemSearchRequest, performerItemsRequest, orderAt } from '@web/lib/item-requests';
import type { ItemOrder } from '@web/lib/item-requests';
import type { PerformerSummary } from '@web/lib/wording/performer-summary';
import { textAt } from '@web/lib/table-query';
import { Button } from '../actions/button';
import { Chip } from '../actions/chips';
import type { ItemNoun } from './item-lists';
import { ListControls } from '../lists/list-controls';
import { EmptyState } from '../feedback/states';
import { useQueryParameters } from '../core/use-query-parameters';

/** The default order comes first. */
const orders: readonly { value: ItemOrder; label: string }[] = [
  { value: 'new', label: 'Newest' },
  { value: 'popular', label: 'Most viewed' },
  { value: 'price', label: 'Lowest price' },
];

/** Items of all performers, for a tab of the explore page. `list` renders the results. */
export function ExploreItems({
  noun: { many },
  list,
}: {
  noun: ItemNoun;
  list: (query: ReturnType<typeof itemSearchRequest>['query'], empty: ReactNode) => ReactNode;
}) {
  const { query } = useRouter();
  const change = useQueryParameters();
  const tag = textAt(query, 'tag');
  const isForSale = textAt(query, 'sale') === '1';
  const isFiltered = tag !== undefined || isForSale || textAt(query, 'q') !== undefined;
  const clear = () => change({ q: '', tag: '', sale: '' });
  return (
    <>
      <ListControls searchLabel={`Search ${many}`} orders={orders} order={orderAt(query)}>
        <Chip chosen={isForSale} onToggle={() => change({ sale: isForSale ? '' : '1' })}>
          Pay-per-view
        </Chip>
        {tag === undefined ? null : (
          <Chip removable onToggle={() => change({ tag: '' })}>
            <bdi>#{tag}</bdi>
          </Chip>
        )}
      </ListControls>
      {list(
        itemSearchRequest(query).query,
        isFiltered ? (
          <EmptyState
            title={`No ${many} match`}
            text="Try a different search or clear your filters."
            action={<Button onPress={clear}>Show all {many}</Button>}
          />
        ) : (
          <EmptyState title={`No ${many} yet`} text="They appear here once creators publish them." />
        ),
      )}
    </>
  );
}

/** Items of one performer, for the profile page. `list` renders the results. */
export function ProfileItems({
  performer: { _id: id, name },
  noun: { many },
  list,
}: {
  performer: PerformerSummary;
  noun: ItemNoun;
  list: (query: ReturnType<typeof performerItemsRequest>['query'], empty: ReactNode) => ReactNode;
}) {
  const { query } = useRouter();
  return (
    <>
      <ListControls searchLabel={`Search ${many} by ${name}`} orders={orders} order={orderAt(query)} />
      {list(
        performerItemsRequest(id, query).query,
        textAt(query, 'q') === undefined ? (
          <EmptyState title={`No ${many} yet`} text={`Follow ${name} so you don’t miss anything.`} />
        ) : (
          <EmptyState title={`No ${many} match`} text="Try different keywords." />
        ),
      )}
    </>
  );
}
