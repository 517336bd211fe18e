/**
 * Requests a private show from a performer: shows the price per minute, the amount held and how long the balance lasts. Waits up to a
 * minute for the performer and opens the show once they accept. A balance that is too low is topped up in place.
 */
import * as limits from '@contract/kernel/limits';
import { useRouter } from 'next/router';
import { useEffect, useState } from 'react';
import { formatTokenCount, sumOf } from '@web/lib/i18n/money';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { privateShowDialogOpened } from '@web/session/store/dialogs.slice';
import type { PrivateShowOffer } from '@web/session/store/dialogs.slice';
import { useCurrentUser, useAppDispatch } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/services/current-user';
import { serializeError } from '@web/services/serialized-error';
import { usePayment } from '@web/checkout/use-payment';
import { useShortfall } from '@web/checkout/use-shortfall';
import type { WalletComponents } from '@web/checkout/wallet-parts';
import { SplitLine } from '@web/ui/display/amounts';
import { Button } from '@web/ui/actions/button';
import { DescriptionList } from '@web/ui/display/description-list';
import { TextAreaField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { Skeleton } from '@web/ui/feedback/states';
import { privateShowPath, useRequest } from './request';
import type { PrivateRequest } from './request';
import { WaitingPanel } from './waiting-panel';
import { minutesText, declineText } from './texts';
import styles from './private-shows.module.css';

interface RequestDialogProps {
  offer: PrivateShowOffer;
  parts: Pick<WalletComponents, 'TopUpInPlace'>;
  onClose: () => void;
}

const pendingQuery = { query: { status: 'pending' as const, limit: limits.page.limitMax } };

export function RequestDialog(props: RequestDialogProps) {
  const { offer, onClose } = props;
  const user = useCurrentUser();
  const title = `Private show with ${offer.name}`;
  const [created, setCreated] = useState<PrivateRequest | null>(null);
  // Requested earlier, in another window or before a reload.
  const { data, error } = useEndpoint('GET /streaming/private-requests', pendingQuery);
  const [isRetry, setRetry] = useState(false);
  const pending = isRetry ? undefined : data?.data.find(({ performer }) => performer._id === offer._id);
  const current = created ?? pending ?? null;
  if (user === null) return null;
  if (current !== null)
    return (
      <RequestStatus
        key={current._id}
        title={title}
        initial={current}
        onRetry={() => {
          setRetry(true);
          setCreated(null);
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
  return <RequestForm {...props} title={title} user={user} onRequested={setCreated} />;
}

interface RequestStatusProps {
  title: string;
  initial: PrivateRequest;
  onRetry: () => void;
  onClose: () => void;
}

function RequestStatus({ title, initial, onRetry, onClose }: RequestStatusProps) {
  const { push } = useRouter();
  const { request = initial, reload, applyUpdate } = useRequest(initial.conversationId);
  const latest = request ?? initial;
  const { status } = latest;
  const isAccepted = status === 'accepted';
  const path = privateShowPath(latest);
  useEffect(() => {
    // Close only after the navigation: closing the dialog navigates the page below back, away from the show.
    if (isAccepted) void push(path).then(onClose);
  }, [isAccepted, path, onClose, push]);
  const cancelAndClose = () => {
    // A closed dialog must not leave a request pending.
    if (status === 'pending')
      services.streaming['POST /streaming/private-requests/:id/cancel']({ params: { id: latest._id } }).catch(() => undefined);
    onClose();
  };
  if (isAccepted)
    return (
      <OpenSheet title={title} onClose={onClose}>
        <p role="status">{latest.performer.name} accepted. Opening the show…</p>
      </OpenSheet>
    );
  if (status === 'pending')
    return (
      <OpenSheet title={title} onClose={cancelAndClose}>
        <WaitingPanel request={latest} onCanceled={applyUpdate} onOutdated={reload} />
      </OpenSheet>
    );
  return (
    <OpenSheet
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Close</Button>
          <Button kind="primary" onPress={onRetry}>
            Request again
          </Button>
        </>
      }
    >
      <Notice>{declineText(latest)}</Notice>
    </OpenSheet>
  );
}

type RequestFormProps = RequestDialogProps & { title: string; user: CurrentUser; onRequested: (request: PrivateRequest) => void };

function RequestForm({ offer, parts, onClose, title, user, onRequested }: RequestFormProps) {
  const { _id: performerId, privateMinutePrice: price, privateMinimumMinutes: minimum, commissionRate, name } = offer;
  const dispatch = useAppDispatch();
  const [note, setNote] = useState('');
  const [isRepriced, setRepriced] = useState(false);
  const { state, error, pay } = usePayment<PrivateRequest>();
  const holdAmount = sumOf(price * minimum);
  const { isShort, missing, onPending } = useShortfall(sumOf(holdAmount, -user.balance));
  const affordableMinutes = Math.floor(sumOf(user.balance) / price);

  const reprice = async () => {
    const fresh = await services.performers['GET /performers/:id']({ params: { id: performerId } }).catch(() => null);
    if (fresh === null) return;
    setRepriced(true);
    dispatch(privateShowDialogOpened(fresh));
  };
  const requestShow = async () => {
    setRepriced(false);
    const request = await pay(async (idempotencyKey) => {
      try {
        return await services.streaming['POST /streaming/private-requests'](
          { body: { performerId, note: note.trim(), expectedPrice: price } },
          { idempotencyKey },
        );
      } catch (thrown) {
        if (serializeError(thrown, '').code === 'price_changed') await reprice();
        throw thrown;
      }
    });
    if (request !== null) onRequested(request);
  };
  const { TopUpInPlace } = parts;
  return (
    <OpenSheet
      title={title}
      onClose={onClose}
      actions={
        isShort ? null : (
          <Button kind="primary" wide busy={state !== 'idle'} onPress={() => void requestShow()}>
            {state === 'checking' ? 'Checking…' : 'Send request'}
          </Button>
        )
      }
    >
      <div className={styles.panel}>
        <p>You see and hear each other one-to-one. {name} has one minute to answer.</p>
        <DescriptionList
          details={[
            { label: 'Price', value: `${formatTokenCount(price)} a minute` },
            { label: 'Minimum', value: minutesText(minimum) },
            { label: 'Reserved', value: `${formatTokenCount(holdAmount)} once ${name} accepts` },
            { label: 'Your balance', value: formatTokenCount(user.balance) },
            { label: 'Balance covers', value: minutesText(affordableMinutes) },
          ]}
        />
        <SplitLine price={price} commissionRate={commissionRate} name={name} unit={{ tokens: true }} />
        <p className={styles.quiet}>You pay for each minute started. Unused tokens go back to your wallet when the show ends.</p>
        <TextAreaField
          label="Message"
          optional
          rows={2}
          maxLength={limits.privateShow.noteLengthMax}
          value={note}
          disabled={state !== 'idle'}
          onChange={(event) => setNote(event.target.value)}
        />
        {isRepriced ? (
          <Notice tone="warn">{`The price is now ${formatTokenCount(price)} a minute. Your request wasn’t sent.`}</Notice>
        ) : null}
        {error === null || isRepriced ? null : <Notice tone="danger">{error.message}</Notice>}
        {isShort ? <TopUpInPlace missing={missing} andThen="ask" onPending={onPending} onDone={() => void requestShow()} /> : null}
      </div>
    </OpenSheet>
  );
}
