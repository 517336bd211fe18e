/** Stripe's card field in its own iframe: only Stripe sees what is typed there. */
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
import { invalidCardError } from './card-entry';
import type { CardEntry, TokenizedCard } from './card-entry';
import { stripeFor } from './stripe';
import styles from './cards.module.css';

interface CardForm {
  element: StripeCardElement;
  confirm: () => Promise<TokenizedCard>;
}

/** The iframe cannot read our CSS variables, so their values are passed in. */
function cardStyle(box: HTMLElement) {
  const style = getComputedStyle(box);
  const value = (name: string): string => style.getPropertyValue(name).trim();
  return {
    base: { color: value('--text'), iconColor: value('--muted'), fontSize: style.fontSize, '::placeholder': { color: value('--muted') } },
    invalid: { color: value('--danger'), iconColor: value('--danger') },
  };
}

async function openForm(gateway: string, box: HTMLElement): Promise<CardForm> {
  const { clientSecret, publishableKey } = await services.payments['POST /:gateway/cards/intent']({ params: { gateway } });
  const stripe = await stripeFor(publishableKey);
  const element = stripe.elements().create('card', { style: cardStyle(box), hidePostalCode: true });
  const confirm = async (): Promise<TokenizedCard> => {
    const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret, { payment_method: { card: element } });
    const method = setupIntent?.payment_method;
    if (error || !method) throw invalidCardError(error?.message);
    return { token: typeof method === 'string' ? method : method.id };
  };
  return { element, confirm };
}

interface StripeCardFieldProps {
  /** Not named `ref`: a lazily loaded component does not forward that. */
  entry: Ref<CardEntry>;
}

export function StripeCardField({ entry }: StripeCardFieldProps) {
  const { paymentGateway } = useSettings();
  const box = useRef<HTMLDivElement>(null);
  const form = useRef<CardForm | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<'loading' | 'ready' | { failed: string }>('loading');
  const [error, setError] = useState('');

  useEffect(() => {
    const container = box.current;
    if (container === null) return;
    let isDisposed = false;
    const open = async () => {
      try {
        const opened = await openForm(paymentGateway, container);
        if (isDisposed) {
          opened.element.destroy();
          return;
        }
        opened.element.on('change', (event) => setError(event.error?.message ?? ''));
        opened.element.mount(container);
        form.current = opened;
        setState('ready');
      } catch (thrown) {
        if (!isDisposed) setState({ failed: errorMessage(thrown) });
      }
    };
    void open();
    return () => {
      isDisposed = true;
      form.current?.element.destroy();
      form.current = null;
    };
  }, [paymentGateway, attempt]);

  useImperativeHandle(entry, () => ({
    tokenize: async () => {
      if (form.current === null) throw invalidCardError('The card form is still loading. Try again in a moment.');
      return form.current.confirm();
    },
  }));

  const retry = () => {
    setState('loading');
    setAttempt(attempt + 1);
  };
  return (
    <div className={styles.entry}>
      <Field label="Card" error={error} render={() => <div ref={box} className={styles.frame} />} />
      {state === 'loading' ? <Skeleton shape="form" label="Loading the card form…" /> : null}
      {typeof state === 'object' ? (
        <Notice
          tone="danger"
          action={
            <Button size="small" onPress={retry}>
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
