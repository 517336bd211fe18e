/** The field for a card that Stripe draws in a frame of its own: what is typed there is seen by Stripe alone. */
import type { StripeCardElement } from '@stripe/stripe-js';
import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { Ref } from 'react';
import { errorMessage } from '@web/lib/i18n/error-message';
import { services } from '@web/services/services';
import { useSettings } from '@web/session/store/hooks';
import { Button } from '@web/ui/actions/button';
import { Field } from '@web/ui/forms/field';
import { Notice } from '@web/ui/feedback/notice';
import { Skeleton } from '@web/ui/feedback/states';
import { notACard } from '../../wallet/card-entry';
import type { CardEntry, EnteredCard } from '../../wallet/card-entry';
import { stripeFor } from './stripe';
import styles from './cards.module.css';

interface Form {
  element: StripeCardElement;
  confirm: () => Promise<EnteredCard>;
}

/** The frame cannot see our variables: their values are handed over. */
function look(box: HTMLElement) {
  const style = getComputedStyle(box);
  const value = (name: string): string => style.getPropertyValue(name).trim();
  return {
    base: { color: value('--text'), iconColor: value('--muted'), fontSize: style.fontSize, '::placeholder': { color: value('--muted') } },
    invalid: { color: value('--danger'), iconColor: value('--danger') },
  };
}

async function openForm(gateway: string, box: HTMLElement): Promise<Form> {
  const { clientSecret, publishableKey } = await services.payments['POST /:gateway/cards/intent']({ params: { gateway } });
  const stripe = await stripeFor(publishableKey);
  const element = stripe.elements().create('card', { style: look(box), hidePostalCode: true });
  const confirm = async (): Promise<EnteredCard> => {
    const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret, { payment_method: { card: element } });
    const method = setupIntent?.payment_method;
    if (error || !method) throw notACard(error?.message);
    return { token: typeof method === 'string' ? method : method.id };
  };
  return { element, confirm };
}

interface StripeCardFieldProps {
  /** Not named `ref`: a part that is loaded later does not hand that on. */
  entry: Ref<CardEntry>;
}

export function StripeCardField({ entry }: StripeCardFieldProps) {
  const { paymentGateway } = useSettings();
  const box = useRef<HTMLDivElement>(null);
  const form = useRef<Form | null>(null);
  const [round, setRound] = useState(0);
  const [state, setState] = useState<'loading' | 'ready' | { failed: string }>('loading');
  const [error, setError] = useState('');

  useEffect(() => {
    const place = box.current;
    if (place === null) return;
    let isOver = false;
    const open = async () => {
      try {
        const opened = await openForm(paymentGateway, place);
        if (isOver) {
          opened.element.destroy();
          return;
        }
        opened.element.on('change', (event) => setError(event.error?.message ?? ''));
        opened.element.mount(place);
        form.current = opened;
        setState('ready');
      } catch (thrown) {
        if (!isOver) setState({ failed: errorMessage(thrown) });
      }
    };
    void open();
    return () => {
      isOver = true;
      form.current?.element.destroy();
      form.current = null;
    };
  }, [paymentGateway, round]);

  useImperativeHandle(entry, () => ({
    enter: async () => {
      if (form.current === null) throw notACard('The card form is not there yet. Wait a moment and try again.');
      return form.current.confirm();
    },
  }));

  const again = () => {
    setState('loading');
    setRound(round + 1);
  };
  return (
    <div className={styles.entry}>
      <Field label="Card" error={error} render={() => <div ref={box} className={styles.frame} />} />
      {state === 'loading' ? <Skeleton shape="form" label="Loading the card form…" /> : null}
      {typeof state === 'object' ? (
        <Notice
          tone="danger"
          action={
            <Button size="small" onPress={again}>
              Try again
            </Button>
          }
        >
          {state.failed}
        </Notice>
      ) : null}
    </div>
  );
}
