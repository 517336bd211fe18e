/** The viewer's cards: the default one, what each renews, adding and removing. */
import * as limits from '@contract/kernel/limits';
import { useRef, useState } from 'react';
import { cardName, cardExpiryText, expiryStateOf, spokenCard } from '@web/lib/wording/card-labels';
import { errorMessage } from '@web/lib/i18n/error-message';
import { language } from '@web/lib/i18n/words';
import { services } from '@web/services/services';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { CardIcon, PlusIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { StateMark } from '@web/ui/feedback/state-mark';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import type { CardEntry } from './card-entry';
import { CardFields } from './card-fields';
import type { Card } from './requests';
import { useCards, useSaveCard } from './use-cards';
import { Form } from '@web/ui/forms/form';
import styles from './cards.module.css';

export function CardsList() {
  const { cards, error, reload } = useCards();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Card | null>(null);
  const [makingDefaultId, setMakingDefaultId] = useState<string | null>(null);

  const makeDefault = async (card: Card) => {
    setMakingDefaultId(card._id);
    try {
      await services.payments['PUT /payment-cards/:id']({ params: { id: card._id }, body: { isDefault: true } });
      await reload();
      showToast({ tone: 'ok', text: `${cardName(card)} is now your default card` });
    } catch (thrown) {
      showToast({ tone: 'danger', text: errorMessage(thrown) });
    } finally {
      setMakingDefaultId(null);
    }
  };
  const remove = async (card: Card) => {
    await services.payments['DELETE /payment-cards/:id']({ params: { id: card._id } });
    setRemoving(null);
    await reload();
    showToast({ tone: 'ok', text: `${cardName(card)} removed` });
  };

  if (error && cards === undefined) return <ErrorState error={error} onRetry={() => void reload()} />;
  if (cards === undefined) return <Skeleton shape="row" count={2} label="Loading your cards…" />;
  const isFull = cards.length >= limits.cardsMax;
  const add = (
    <Button kind={cards.length === 0 ? 'primary' : 'plain'} icon={<PlusIcon />} disabled={isFull} onPress={() => setAdding(true)}>
      Add card
    </Button>
  );
  return (
    <div className={styles.cards}>
      {cards.length === 0 ? (
        <EmptyState
          icon={<CardIcon />}
          title="No cards yet"
          text="Add a card to top up your wallet and pay for subscriptions."
          action={add}
        />
      ) : (
        <>
          <ul className={styles.list} aria-label="Cards">
            {cards.map((card) => (
              <CardLine
                key={card._id}
                card={card}
                isBusy={makingDefaultId === card._id}
                onMakeDefault={() => void makeDefault(card)}
                onRemove={() => setRemoving(card)}
              />
            ))}
          </ul>
          <div>{add}</div>
          {isFull ? <p className={styles.quiet}>You can save up to {String(limits.cardsMax)} cards. Remove one to add another.</p> : null}
        </>
      )}
      {isAdding ? <AddCard onClose={() => setAdding(false)} /> : null}
      {removing === null ? null : (
        <ConfirmDialog
          open
          title={`Remove ${cardName(removing)}?`}
          consequence={<RemovalConsequence card={removing} />}
          actionLabel="Remove card"
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </div>
  );
}

const listNames = (names: readonly string[]): string => new Intl.ListFormat(language()).format(names);

function RemovalConsequence({ card }: { card: Card }) {
  if (card.renews.length === 0) return <>We’ll delete this card here and at our payment provider. You can add it again anytime.</>;
  return (
    <>
      {card.renews.length === 1
        ? `Your subscription to ${listNames(card.renews)} renews with this card.`
        : `Your subscriptions to ${listNames(card.renews)} renew with this card.`}{' '}
      <Link href="/subscriptions">Choose another payment method first.</Link>
    </>
  );
}

interface CardLineProps {
  card: Card;
  isBusy: boolean;
  onMakeDefault: () => void;
  onRemove: () => void;
}

function CardLine({ card, isBusy, onMakeDefault, onRemove }: CardLineProps) {
  const [now] = useState(() => new Date());
  const expiry = expiryStateOf(card, now);
  const spoken = spokenCard(card);
  return (
    <li className={styles.card}>
      <CardIcon />
      <div className={styles.cardWords}>
        <span className={styles.cardName}>
          <span aria-hidden="true">{cardName(card)}</span>
          <span className="visually-hidden">{spoken}</span>
          {card.isDefault ? <StateMark tone="ok">Default</StateMark> : null}
          {expiry === 'expiring' ? <StateMark tone="warn">Expires soon</StateMark> : null}
          {expiry === 'expired' ? <StateMark tone="danger">Expired</StateMark> : null}
        </span>
        <span className={styles.quiet}>
          Expires {cardExpiryText(card)}
          {card.renews.length === 0 ? '' : ` · pays for ${listNames(card.renews)}`}
        </span>
      </div>
      <div className={styles.cardActions}>
        {card.isDefault ? null : (
          <Button size="small" busy={isBusy} aria-label={`Make ${spoken} the default`} onPress={onMakeDefault}>
            Make default
          </Button>
        )}
        <Button size="small" aria-label={`Remove ${spoken}`} onPress={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}

function AddCard({ onClose }: { onClose: () => void }) {
  const saveCard = useSaveCard();
  const entry = useRef<CardEntry>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const add = async () => {
    if (entry.current === null) return;
    setBusy(true);
    setError('');
    try {
      const card = await saveCard(await entry.current.tokenize());
      showToast({ tone: 'ok', text: `${cardName(card)} added` });
      onClose();
    } catch (thrown) {
      setError(errorMessage(thrown));
      setBusy(false);
    }
  };
  return (
    <OpenSheet
      title="Add card"
      onClose={onClose}
      actions={
        <Button kind="primary" wide busy={busy} onPress={() => void add()}>
          Add card
        </Button>
      }
    >
      <Form
        className={styles.entry}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void add();
        }}
      >
        <CardFields ref={entry} disabled={busy} />
        {error === '' ? null : <Notice tone="danger">{error}</Notice>}
      </Form>
    </OpenSheet>
  );
}
