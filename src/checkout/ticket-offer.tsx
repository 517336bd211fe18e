/** The tickets of a post's show: the buy button, the viewer's ticket, or the show's outcome. */
import dynamic from 'next/dynamic';
import { formatTokens, formatTokenCount } from '@web/lib/i18n/money';
import { itemPath, showPath } from '@web/lib/paths';
import { titleOf } from '@web/lib/wording/item-labels';
import { areRefunded, soldText, ticketStateText } from '@web/lib/wording/ticket-labels';
import type { ResponseOf } from '@web/services/call';
import { Button } from '@web/ui/actions/button';
import { StateMark } from '@web/ui/feedback/state-mark';
import type { UnlockTarget } from '@web/session/store/dialogs.slice';
import { useCurrentUser } from '@web/session/store/hooks';
import { useUnlockDialogUrl } from '@web/social/use-unlock-dialog-url';
import styles from './ticket-offer.module.css';

/** Loaded on demand, since only tickets of rescheduled shows can be returned. */
const ReturnTicket = dynamic(() => import('./return-ticket').then((loaded) => loaded.ReturnTicket), { ssr: false });

type Post = ResponseOf<'GET /user/feeds/:id'>;
type Tickets = NonNullable<Post['tickets']>;

const targetOf = (post: Post, { price }: Tickets): UnlockTarget => ({
  type: 'ticket',
  id: post._id,
  title: titleOf(post),
  price,
  performer: post.performer,
  contents: '',
  path: itemPath(post),
  isInSubscription: false,
});

/** Renders nothing for a post without tickets. */
export function TicketOffer({ post }: { post: Post }) {
  return post.tickets === null ? null : <Offer post={post} tickets={post.tickets} />;
}

function Offer({ post, tickets }: { post: Post; tickets: Tickets }) {
  const viewer = useCurrentUser();
  const { state, capacity } = tickets;
  const isOwn = viewer?._id === post.performer._id;
  const stateText = ticketStateText(state);
  return (
    <div className={styles.offer}>
      {isOwn && post.totalSold !== null ? <span className="figures">{soldText(post.totalSold, capacity)}</span> : null}
      {post.isBought && !isOwn ? <OwnTicket post={post} tickets={tickets} /> : null}
      {stateText === null || (post.isBought && state === 'sold_out') ? null : <span className={styles.quiet}>{stateText}</span>}
      {post.isBought || isOwn || state !== 'on_sale' || viewer?.isPerformer ? null : <Buy post={post} tickets={tickets} />}
      {state === 'started' && !isOwn ? (
        <Button kind="primary" size="small" href={showPath(post.performer)}>
          Watch live
        </Button>
      ) : null}
    </div>
  );
}

function Buy({ post, tickets }: { post: Post; tickets: Tickets }) {
  const isOpen = !post.isLocked;
  const buy = useUnlockDialogUrl(targetOf(post, tickets), isOpen);
  if (!isOpen) return <span className={styles.quiet}>Tickets: {formatTokens(tickets.price)}</span>;
  return (
    <Button kind="primary" size="small" aria-label={`Buy a ticket for ${titleOf(post)}, ${formatTokenCount(tickets.price)}`} onPress={buy}>
      Ticket for {formatTokens(tickets.price)}
    </Button>
  );
}

/** The viewer's ticket, with the link to the recording and the button that returns it. */
function OwnTicket({ post, tickets: { state, recording, mayReturn, price } }: { post: Post; tickets: Tickets }) {
  return (
    <>
      {areRefunded(state) ? null : <StateMark tone="ok">You have a ticket</StateMark>}
      {recording === null ? null : (
        <Button size="small" href={itemPath({ kind: 'video', ...recording })}>
          Watch recording
        </Button>
      )}
      {mayReturn ? <ReturnTicket postId={post._id} price={price} /> : null}
    </>
  );
}
