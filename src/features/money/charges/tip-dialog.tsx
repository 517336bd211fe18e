/**
 * Sending a tip: an amount within the site's limits, a few words, who gets what of it, and the balance before and after. A
 * balance that is too low is topped up in place, and what was typed stays.
 */
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { amountFrom, shortTokens, spokenTokens, sumOf } from '@web/lib/i18n/money';
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import type { TipReceiver, TipShow } from '@web/session/store/dialogs.slice';
import { useCurrentUser, useIntents, useSettings } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/session/intents';
import { useTextDraft } from '@web/forms/use-draft';
import { usePayment } from '@web/checkout/use-payment';
import { useShortfall } from '@web/session/use-shortfall';
import { balanceHeard } from '@web/session/store/user.slice';
import type { WalletParts } from '@web/checkout/wallet-parts';
import { AmountChoice } from '@web/ui/forms/amount-choice';
import { BalanceChange, SplitLine } from '@web/ui/display/amounts';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { TextAreaField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { ChargeReceipt } from './charge-receipt';
import styles from './charges.module.css';

type Charge = AnswerOf<'POST /wallet/charges/tip/:id'>;

interface TipDialogProps {
  performer: TipReceiver;
  /** What was asked for, or null. */
  price: number | null;
  /** Where it is told besides, or null. */
  conversationId: string | null;
  /** The show that it is given in, or null. */
  show: TipShow | null;
  parts: Pick<WalletParts, 'TopUpInPlace'>;
  onClose: () => void;
}

export function TipDialog(props: TipDialogProps) {
  const user = useCurrentUser();
  const [sent, setSent] = useState<Charge | null>(null);
  if (user === null) return null;
  return sent === null ? <TipForm {...props} user={user} onSent={setSent} /> : <Sent charge={sent} onClose={props.onClose} />;
}

function Sent({ charge, onClose }: { charge: Charge; onClose: () => void }) {
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
          You sent {spokenTokens(charge.price)} to {charge.performer.name}.
        </Notice>
        <ChargeReceipt charge={charge} />
      </div>
    </OpenSheet>
  );
}

/** Why an amount cannot be sent, or null. */
function faultOf(text: string, least: number, most: number): string | null {
  const amount = amountFrom(text);
  if (amount === null) return 'Enter an amount, such as 25 or 12.50.';
  if (amount >= least && amount <= most) return null;
  return `A tip is from ${shortTokens(least)} to ${spokenTokens(most)}.`;
}

const inShow = ({ streamId, menuItem }: TipShow) => ({ streamId, ...(menuItem === null ? {} : { menuItemId: menuItem._id }) });

type TipFormProps = TipDialogProps & { user: CurrentUser; onSent: (charge: Charge) => void };

function TipForm({ performer, price, conversationId, show, parts, onClose, user, onSent }: TipFormProps) {
  const { minimumTipPrice: least, maximumTipPrice: most } = useSettings();
  const tell = useIntents();
  const { state, problem, pay } = usePayment<Charge>();
  const presets = limits.tipPresets.filter((preset) => preset >= least && preset <= most);
  const [typed, setTyped] = useState(price === null ? '' : String(price));
  const [wrong, setWrong] = useState('');
  const [isConfirming, setConfirming] = useState(false);
  const [text, write, forgetText] = useTextDraft(`tip-${performer._id}`);

  const amount = amountFrom(typed);
  const menuItem = show?.menuItem ?? null;
  const fault = menuItem === null ? faultOf(typed, least, most) : null;
  const isFit = fault === null;
  const after = sumOf(user.balance, -(amount ?? 0));
  const { isShort, missing, onUnderWay } = useShortfall(isFit ? -after : 0);

  const send = async () => {
    if (amount === null) return;
    const told = { ...(conversationId === null ? {} : { conversationId }), ...(show === null ? {} : inShow(show)) };
    const charge = await pay((idempotencyKey) =>
      services.wallet['POST /wallet/charges/tip/:id'](
        { params: { id: performer._id }, body: { price: amount, text: text.trim(), ...told } },
        { idempotencyKey },
      ),
    );
    if (charge === null) return;
    forgetText();
    if (charge.balanceAfter !== null) tell(balanceHeard(charge.balanceAfter));
    onSent(charge);
  };
  const submit = () => {
    setWrong(fault ?? '');
    if (fault !== null || amount === null) return;
    if (user.confirmTipAbove !== null && amount > user.confirmTipAbove) setConfirming(true);
    else void send();
  };
  const confirmed = async () => {
    await send();
    setConfirming(false);
  };

  const verb = isFit && amount !== null ? `Send ${spokenTokens(amount)}` : 'Send tip';
  const { TopUpInPlace } = parts;
  return (
    <>
      <OpenSheet
        title={`Tip ${performer.name}`}
        onClose={onClose}
        actions={
          isShort ? null : (
            <Button kind="primary" wide busy={state !== 'idle'} onPress={submit}>
              {state === 'checking' ? 'Checking…' : verb}
            </Button>
          )
        }
      >
        <div className={styles.dialog}>
          {menuItem === null ? (
            <AmountChoice
              label="Amounts in tokens"
              presets={presets}
              ownLabel="Own amount"
              unit="tokens"
              hint={`From ${shortTokens(least)} to ${spokenTokens(most)}.`}
              error={wrong}
              value={typed}
              disabled={state !== 'idle'}
              onChange={(next) => {
                setTyped(next);
                setWrong('');
              }}
            />
          ) : (
            <p>{`${menuItem.title}, from ${performer.name}’s menu, for ${spokenTokens(amount ?? 0)}.`}</p>
          )}
          <TextAreaField
            label="Message"
            optional
            rows={2}
            maxLength={limits.tipTextLengthMax}
            value={text}
            disabled={state !== 'idle'}
            onChange={(event) => write(event.target.value)}
          />
          {isFit && amount !== null ? (
            <div className={styles.sums}>
              <SplitLine price={amount} commissionRate={performer.commissionRate} name={performer.name} unit={{ tokens: true }} />
              <BalanceChange before={user.balance} after={after} />
            </div>
          ) : (
            <p className={styles.quiet}>Your balance is {spokenTokens(user.balance)}.</p>
          )}
          {state === 'checking' ? <Notice>Checking what became of the tip. It is never sent twice.</Notice> : null}
          {problem === null ? null : <Notice tone="danger">{problem.message}</Notice>}
          {isShort ? <TopUpInPlace missing={missing} andThen="send" onUnderWay={onUnderWay} onDone={submit} /> : null}
        </div>
      </OpenSheet>
      <ConfirmDialog
        open={isConfirming}
        title={`Send ${spokenTokens(amount ?? 0)} to ${performer.name}?`}
        consequence={`You wanted to be asked about tips above ${spokenTokens(user.confirmTipAbove ?? 0)}. A tip cannot be taken back.`}
        verb={verb}
        tone="plain"
        onConfirm={confirmed}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}
