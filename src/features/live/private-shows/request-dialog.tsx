/**
 * Asking a performer for a private show: what a minute costs, what is set aside, how far the balance goes. Then the minute of
 * waiting, and on to the show once she accepts. A balance that is too low is topped up in place.
 */
import * as limits from '@contract/kernel/limits';
import { useRouter } from 'next/router';
import { useEffect, useState } from 'react';
import { spokenTokens, sumOf } from '@web/lib/i18n/money';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { privateShowAsked } from '@web/session/store/dialogs.slice';
import type { PrivateShowOffer } from '@web/session/store/dialogs.slice';
import { useCurrentUser, useIntents } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/session/intents';
import { problemOf } from '@web/session/problem';
import { usePayment } from '@web/checkout/use-payment';
import { useShortfall } from '@web/session/use-shortfall';
import type { WalletParts } from '@web/checkout/wallet-parts';
import { SplitLine } from '@web/ui/display/amounts';
import { Button } from '@web/ui/actions/button';
import { Facts } from '@web/ui/display/description-list';
import { TextAreaField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { Skeleton } from '@web/ui/feedback/states';
import { meetingPath, useRequest } from '../../private-shows/request';
import type { PrivateRequest } from '../../private-shows/request';
import { WaitingPanel } from './waiting-panel';
import { minutesText, refusalWords } from './texts';
import styles from './private-shows.module.css';

interface AskDialogProps {
  offer: PrivateShowOffer;
  parts: Pick<WalletParts, 'TopUpInPlace'>;
  onClose: () => void;
}

const waiting = { query: { status: 'pending' as const, limit: limits.page.limitMax } };

export function AskDialog(props: AskDialogProps) {
  const { offer, onClose } = props;
  const user = useCurrentUser();
  const title = `Private show with ${offer.name}`;
  const [asked, setAsked] = useState<PrivateRequest | null>(null);
  // Asked before, in another window or before a reload.
  const { data, error } = useEndpoint('GET /streaming/private-requests', waiting);
  const [isNew, askAnew] = useState(false);
  const known = isNew ? undefined : data?.data.find(({ performer }) => performer._id === offer._id);
  const current = asked ?? known ?? null;
  if (user === null) return null;
  if (current !== null)
    return (
      <Asked
        key={current._id}
        title={title}
        first={current}
        onAgain={() => {
          askAnew(true);
          setAsked(null);
        }}
        onClose={onClose}
      />
    );
  if (data === undefined && error === undefined)
    return (
      <OpenSheet title={title} onClose={onClose}>
        <Skeleton shape="line" count={4} />
      </OpenSheet>
    );
  return <AskForm {...props} title={title} user={user} onAsked={setAsked} />;
}

interface AskedProps {
  title: string;
  first: PrivateRequest;
  onAgain: () => void;
  onClose: () => void;
}

function Asked({ title, first, onAgain, onClose }: AskedProps) {
  const { push } = useRouter();
  const { request = first, reread, learn } = useRequest(first.conversationId);
  const shown = request ?? first;
  const { status } = shown;
  const isAccepted = status === 'accepted';
  const path = meetingPath(shown);
  useEffect(() => {
    // Not closed before: a dialog that closes leads the page under it back, away from the show.
    if (isAccepted) void push(path).then(onClose);
  }, [isAccepted, path, onClose, push]);
  const leave = () => {
    // Nobody waits behind a closed dialog.
    if (status === 'pending')
      services.streaming['POST /streaming/private-requests/:id/cancel']({ params: { id: shown._id } }).catch(() => undefined);
    onClose();
  };
  if (isAccepted)
    return (
      <OpenSheet title={title} onClose={onClose}>
        <p role="status">{shown.performer.name} accepted. Opening the show…</p>
      </OpenSheet>
    );
  if (status === 'pending')
    return (
      <OpenSheet title={title} onClose={leave}>
        <WaitingPanel request={shown} onCancelled={learn} onOver={reread} />
      </OpenSheet>
    );
  return (
    <OpenSheet
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Close</Button>
          <Button kind="primary" onPress={onAgain}>
            Ask again
          </Button>
        </>
      }
    >
      <Notice>{refusalWords(shown)}</Notice>
    </OpenSheet>
  );
}

type AskFormProps = AskDialogProps & { title: string; user: CurrentUser; onAsked: (request: PrivateRequest) => void };

function AskForm({ offer, parts, onClose, title, user, onAsked }: AskFormProps) {
  const { _id: performerId, privateMinutePrice: price, privateMinimumMinutes: minimum, commissionRate, name } = offer;
  const tell = useIntents();
  const [note, setNote] = useState('');
  const [isRepriced, setRepriced] = useState(false);
  const { state, problem, pay } = usePayment<PrivateRequest>();
  const held = sumOf(price * minimum);
  const { isShort, missing, onUnderWay } = useShortfall(sumOf(held, -user.balance));
  const most = Math.floor(sumOf(user.balance) / price);

  const reprice = async () => {
    const fresh = await services.performers['GET /performers/:id']({ params: { id: performerId } }).catch(() => null);
    if (fresh === null) return;
    setRepriced(true);
    tell(privateShowAsked(fresh));
  };
  const ask = async () => {
    setRepriced(false);
    const request = await pay(async (idempotencyKey) => {
      try {
        return await services.streaming['POST /streaming/private-requests'](
          { body: { performerId, note: note.trim(), expectedPrice: price } },
          { idempotencyKey },
        );
      } catch (thrown) {
        if (problemOf(thrown, '').code === 'price_changed') await reprice();
        throw thrown;
      }
    });
    if (request !== null) onAsked(request);
  };
  const { TopUpInPlace } = parts;
  return (
    <OpenSheet
      title={title}
      onClose={onClose}
      actions={
        isShort ? null : (
          <Button kind="primary" wide busy={state !== 'idle'} onPress={() => void ask()}>
            {state === 'checking' ? 'Checking…' : 'Ask'}
          </Button>
        )
      }
    >
      <div className={styles.panel}>
        <p>You see and hear each other, and nobody else is there. {name} has a minute to answer.</p>
        <Facts
          facts={[
            { label: 'Price', value: `${spokenTokens(price)} a minute` },
            { label: 'At least', value: minutesText(minimum) },
            { label: 'Set aside', value: `${spokenTokens(held)} once ${name} accepts` },
            { label: 'Your balance', value: spokenTokens(user.balance) },
            { label: 'Enough for', value: minutesText(most) },
          ]}
        />
        <SplitLine price={price} commissionRate={commissionRate} name={name} unit={{ tokens: true }} />
        <p className={styles.quiet}>Each begun minute is paid. What is set aside and not used comes back when the show ends.</p>
        <TextAreaField
          label="Message"
          optional
          rows={2}
          maxLength={limits.privateShow.noteLengthMax}
          value={note}
          disabled={state !== 'idle'}
          onChange={(event) => setNote(event.target.value)}
        />
        {isRepriced ? <Notice tone="warn">{`A minute costs ${spokenTokens(price)} now. Nothing was asked yet.`}</Notice> : null}
        {problem === null || isRepriced ? null : <Notice tone="danger">{problem.message}</Notice>}
        {isShort ? <TopUpInPlace missing={missing} andThen="ask" onUnderWay={onUnderWay} onDone={() => void ask()} /> : null}
      </div>
    </OpenSheet>
  );
}
