/**
 * Sends a tip: an amount within the site's limits, a message, the split of the price, and the balance before and after.
 * A balance that is too low is topped up in place, and the typed values are kept.
 */
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { parseAmount, shortTokens, formatTokenCount, sumOf } from '@web/lib/i18n/money';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import type { TipRecipient, TipShow } from '@web/session/store/dialogs.slice';
import { useCurrentUser, useAppDispatch, useSettings } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/services/current-user';
import { useTextDraft } from '@web/forms/use-draft';
import { usePayment } from '@web/checkout/use-payment';
import { useShortfall } from '@web/checkout/use-shortfall';
import { balanceReceived } from '@web/session/store/user.slice';
import type { WalletComponents } from '@web/checkout/wallet-parts';
import { AmountChoice } from '@web/ui/forms/amount-choice';
import { BalanceChange, SplitLine } from '@web/ui/display/amounts';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { TextAreaField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { ChargeReceipt } from './charge-receipt';
import styles from './charges.module.css';

type Charge = ResponseOf<'POST /wallet/charges/tip/:id'>;

interface TipDialogProps {
  performer: TipRecipient;
  /** The suggested amount, or null. */
  price: number | null;
  /** The conversation in which the tip is also shown, or null. */
  conversationId: string | null;
  /** The show in which the tip is sent, or null. */
  show: TipShow | null;
  parts: Pick<WalletComponents, 'TopUpInPlace'>;
  onClose: () => void;
}

export function TipDialog(props: TipDialogProps) {
  const user = useCurrentUser();
  const [sent, setSent] = useState<Charge | null>(null);
  if (user === null) return null;
  return sent === null ? <TipForm {...props} user={user} onSent={setSent} /> : <TipReceipt charge={sent} onClose={props.onClose} />;
}

function TipReceipt({ charge, onClose }: { charge: Charge; onClose: () => void }) {
  return (
    <OpenSheet
      title="Tip sent"
      onClose={onClose}
      actions={
        <>
          <Button href="/wallet?tab=charges">See receipts</Button>
          <Button kind="primary" onPress={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        <Notice tone="ok">
          You sent {formatTokenCount(charge.price)} to {charge.performer.name}.
        </Notice>
        <ChargeReceipt charge={charge} />
      </div>
    </OpenSheet>
  );
}

/** Why an amount cannot be sent, or null. */
function amountErrorOf(text: string, minimum: number, maximum: number): string | null {
  const amount = parseAmount(text);
  if (amount === null) return 'Enter an amount, like 25 or 12.50.';
  if (amount >= minimum && amount <= maximum) return null;
  return `Enter an amount from ${shortTokens(minimum)} to ${formatTokenCount(maximum)}.`;
}

const showContext = ({ streamId, menuItem }: TipShow) => ({ streamId, ...(menuItem === null ? {} : { menuItemId: menuItem._id }) });

type TipFormProps = TipDialogProps & { user: CurrentUser; onSent: (charge: Charge) => void };

function TipForm({ performer, price, conversationId, show, parts, onClose, user, onSent }: TipFormProps) {
  const { minimumTipPrice: minimum, maximumTipPrice: maximum } = useSettings();
  const dispatch = useAppDispatch();
  const { state, error, pay } = usePayment<Charge>();
  const presets = limits.tipPresets.filter((preset) => preset >= minimum && preset <= maximum);
  const [typed, setTyped] = useState(price === null ? '' : String(price));
  const [fieldError, setFieldError] = useState('');
  const [isConfirming, setConfirming] = useState(false);
  const [text, setText, discardDraft] = useTextDraft(`tip-${performer._id}`);

  const amount = parseAmount(typed);
  const menuItem = show?.menuItem ?? null;
  const amountError = menuItem === null ? amountErrorOf(typed, minimum, maximum) : null;
  const isValid = amountError === null;
  const after = sumOf(user.balance, -(amount ?? 0));
  const { isShort, missing, onPending } = useShortfall(isValid ? -after : 0);

  const send = async () => {
    if (amount === null) return;
    const context = { ...(conversationId === null ? {} : { conversationId }), ...(show === null ? {} : showContext(show)) };
    const charge = await pay((idempotencyKey) =>
      services.wallet['POST /wallet/charges/tip/:id'](
        { params: { id: performer._id }, body: { price: amount, text: text.trim(), ...context } },
        { idempotencyKey },
      ),
    );
    if (charge === null) return;
    discardDraft();
    if (charge.balanceAfter !== null) dispatch(balanceReceived(charge.balanceAfter));
    onSent(charge);
  };
  const submit = () => {
    setFieldError(amountError ?? '');
    if (amountError !== null || amount === null) return;
    if (user.confirmTipAbove !== null && amount > user.confirmTipAbove) setConfirming(true);
    else void send();
  };
  const sendConfirmed = async () => {
    await send();
    setConfirming(false);
  };

  const actionLabel = isValid && amount !== null ? `Send ${formatTokenCount(amount)}` : 'Send tip';
  const { TopUpInPlace } = parts;
  return (
    <>
      <OpenSheet
        title={`Tip ${performer.name}`}
        onClose={onClose}
        actions={
          isShort ? null : (
            <Button kind="primary" wide busy={state !== 'idle'} onPress={submit}>
              {state === 'checking' ? 'Checking…' : actionLabel}
            </Button>
          )
        }
      >
        <div className={styles.dialog}>
          {menuItem === null ? (
            <AmountChoice
              label="Amounts in tokens"
              presets={presets}
              amountLabel="Other amount"
              unit="tokens"
              hint={`From ${shortTokens(minimum)} to ${formatTokenCount(maximum)}.`}
              error={fieldError}
              value={typed}
              disabled={state !== 'idle'}
              onChange={(next) => {
                setTyped(next);
                setFieldError('');
              }}
            />
          ) : (
            <p>{`${menuItem.title} from ${performer.name}’s tip menu for ${formatTokenCount(amount ?? 0)}.`}</p>
          )}
          <TextAreaField
            label="Message"
            optional
            rows={2}
            maxLength={limits.tipTextLengthMax}
            value={text}
            disabled={state !== 'idle'}
            onChange={(event) => setText(event.target.value)}
          />
          {isValid && amount !== null ? (
            <div className={styles.sums}>
              <SplitLine price={amount} commissionRate={performer.commissionRate} name={performer.name} unit={{ tokens: true }} />
              <BalanceChange before={user.balance} after={after} />
            </div>
          ) : (
            <p className={styles.quiet}>Your balance is {formatTokenCount(user.balance)}.</p>
          )}
          {state === 'checking' ? <Notice>Checking your tip. It won’t be sent twice.</Notice> : null}
          {error === null ? null : <Notice tone="danger">{error.message}</Notice>}
          {isShort ? <TopUpInPlace missing={missing} andThen="send" onPending={onPending} onDone={submit} /> : null}
        </div>
      </OpenSheet>
      <ConfirmDialog
        open={isConfirming}
        title={`Send ${formatTokenCount(amount ?? 0)} to ${performer.name}?`}
        consequence={`You asked to confirm tips above ${formatTokenCount(user.confirmTipAbove ?? 0)}. Tips can’t be undone.`}
        actionLabel={actionLabel}
        tone="plain"
        onConfirm={sendConfirmed}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}
