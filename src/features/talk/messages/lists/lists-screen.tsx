/** A performer's fan lists: built-in ones, and own ones to create, rename, view and delete. */
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { deleteWithUndo, useSendDeletionsOnLeave } from '@web/forms/delete-with-undo';
import { Button } from '@web/ui/actions/button';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { MoreIcon, PlusIcon } from '@web/ui/icons/icons';
import { Menu } from '@web/ui/actions/menu';
import { PageHead } from '@web/ui/page/page-head';
import { fansText, listLabel } from '../fans/fan-texts';
import { ListFans } from './list-fans';
import { ListName } from './list-name';
import { massPath } from '../mass/mass-requests';
import { useRefreshLists } from '../fans/use-refresh-lists';
import styles from './lists.module.css';

type FanList = ResponseOf<'GET /performer/lists'>[number];
type DialogState = { kind: 'new' } | { kind: 'name' | 'fans'; list: FanList };

export function ListsScreen() {
  const { data, error, mutate } = useEndpoint('GET /performer/lists', {});
  const [dialog, setDialog] = useState<DialogState | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <PageHead
        title="Fan lists"
        lead="Message whole lists and filter your conversations by list."
        back={{ href: '/messages', label: 'Back to messages' }}
        actions={
          <Button kind="primary" icon={<PlusIcon />} onPress={() => setDialog({ kind: 'new' })}>
            New list
          </Button>
        }
        noindex
      />
      {data === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void mutate()} />
        ) : (
          <Skeleton shape="row" count={5} label="Loading your lists…" />
        )
      ) : (
        <Lists lists={data} onOpen={setDialog} />
      )}
      {dialog?.kind === 'new' ? <ListName list={null} onClose={close} /> : null}
      {dialog?.kind === 'name' ? <ListName list={dialog.list} onClose={close} /> : null}
      {dialog?.kind === 'fans' ? <ListFans list={dialog.list} onClose={close} /> : null}
    </>
  );
}

function Lists({ lists, onOpen }: { lists: readonly FanList[]; onOpen: (dialog: DialogState) => void }) {
  const refreshLists = useRefreshLists();
  const [hiddenIds, setHiddenIds] = useState<readonly string[]>([]);
  useSendDeletionsOnLeave();
  const own = lists.filter(({ _id, rule }) => rule === null && !hiddenIds.includes(_id));
  const remove = ({ _id: id, name }: FanList) => {
    setHiddenIds((previous) => [...previous, id]);
    deleteWithUndo({
      text: `List “${name}” deleted`,
      send: () => services.fans['DELETE /performer/lists/:id']({ params: { id } }),
      onRestore: () => setHiddenIds((previous) => previous.filter((other) => other !== id)),
      onDeleted: refreshLists,
    });
  };
  return (
    <div className={styles.groups}>
      <section className={styles.group} aria-labelledby="own-lists">
        <h2 id="own-lists" className={styles.title}>
          Your lists
        </h2>
        {own.length === 0 ? (
          <EmptyState
            title="No lists yet"
            text="Create one, then add fans from your subscribers or from a conversation."
            action={<Button onPress={() => onOpen({ kind: 'new' })}>Create list</Button>}
          />
        ) : (
          <ul className={styles.rows}>
            {own.map((list) => (
              <Row
                key={list._id}
                list={list}
                onFans={() => onOpen({ kind: 'fans', list })}
                menu={
                  <Menu
                    label={`Actions for ${list.name}`}
                    trigger={<MoreIcon />}
                    items={[
                      { label: 'Rename', onPress: () => onOpen({ kind: 'name', list }) },
                      { label: 'Delete', tone: 'danger', onPress: () => remove(list) },
                    ]}
                  />
                }
              />
            ))}
          </ul>
        )}
      </section>
      <section className={styles.group} aria-labelledby="kept-lists">
        <h2 id="kept-lists" className={styles.title}>
          Automatic lists
        </h2>
        <ul className={styles.rows}>{lists.map((list) => (list.rule === null ? null : <Row key={list._id} list={list} />))}</ul>
      </section>
    </div>
  );
}

interface RowProps {
  list: FanList;
  /** Opens the members; only own lists can be viewed. */
  onFans?: () => void;
  menu?: ReactNode;
}

function Row({ list, onFans, menu }: RowProps) {
  const name = listLabel(list);
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.quiet}>{fansText(list.total)}</span>
      </div>
      <div className={styles.actions}>
        {onFans ? (
          <Button size="small" aria-label={`See fans on ${name}`} onPress={onFans}>
            See fans
          </Button>
        ) : null}
        <Button size="small" aria-label={`Message ${name}`} href={`${massPath}/new?to=${list._id}`}>
          Message all
        </Button>
        {menu}
      </div>
    </li>
  );
}
