/** The dialogs in which fans pay a performer, and people report: which is open, and for whom. Mounted once by the shell; any feature may ask for one. */
import { defaultSubscriptionType } from '@contract/kernel/conventions';
import type { ReportTarget, SubscriptionType, UnlockType } from '@contract/values';
import type { AnswerOf } from '@web/services/call';
import { sessionEnded, signedOut } from './auth.slice';
import { creatorOf, hearing, makeSlice } from './slice';

export type Performer = AnswerOf<'GET /performers/:id'>;

/** The subscription modal's record. */
export interface SubscriptionModal {
  showModal: boolean;
  performer: Performer | null;
  subscriptionType: SubscriptionType;
}

/** What the dialog must know of whom a tip is for: a profile and a card of a list both tell it. */
export type TipReceiver = Pick<Performer, '_id' | 'name' | 'username' | 'commissionRate'>;

export interface TipDialog {
  performer: TipReceiver | null;
  /** The amount that was asked for, or null for the fan to choose. */
  price: number | null;
  /** The conversation in which it is told, or null. */
  conversationId: string | null;
  /** The running show in which it is told, or null. */
  show: TipShow | null;
}

/** Where in a show a tip belongs: of its menu, the amount is fixed. */
export interface TipShow {
  streamId: string;
  menuItem: { _id: string; title: string } | null;
}

/** Something that is for sale, as the dialog that sells it shows it. */
export interface UnlockTarget {
  type: UnlockType | 'message' | 'stream';
  id: string;
  title: string;
  /** In tokens. */
  price: number;
  performer: AnswerOf<'GET /user/feeds/:id'>['performer'];
  /** What the buyer gets, such as "12 photos". */
  inside: string;
  /** The page that guests come back to after they have signed in. */
  path: string;
  /** A subscription would open it too. */
  isInSubscription: boolean;
}

/** What a performer asks for private shows: a profile tells it. */
export type PrivateShowOffer = Pick<
  Performer,
  '_id' | 'name' | 'username' | 'commissionRate' | 'privateMinutePrice' | 'privateMinimumMinutes'
>;

/** What is reported, and whose it is. */
export interface ReportSubject {
  target: ReportTarget;
  id: string;
  /** The title of the dialog: `Report this post`. */
  title: string;
  /** Whom one may block as well. */
  person: { _id: string; name: string };
}

interface DialogsState {
  subscription: SubscriptionModal;
  tip: TipDialog;
  unlock: UnlockTarget | null;
  /** Whom a private show is asked of. */
  privateShow: PrivateShowOffer | null;
  report: ReportSubject | null;
}

const closed: DialogsState = {
  subscription: { showModal: false, performer: null, subscriptionType: defaultSubscriptionType },
  tip: { performer: null, price: null, conversationId: null, show: null },
  unlock: null,
  privateShow: null,
  report: null,
};

const slice = makeSlice(
  'dialogs',
  closed,
  {
    subscribeAsked: (state, asked: { performer: Performer; subscriptionType?: SubscriptionType }) => ({
      ...state,
      subscription: { showModal: true, subscriptionType: defaultSubscriptionType, ...asked },
    }),
    subscribeClosed: (state) => ({ ...state, subscription: closed.subscription }),
    tipAsked: (state, asked: { performer: TipReceiver; price?: number | null; conversationId?: string; show?: TipShow }) => ({
      ...state,
      tip: { ...closed.tip, ...asked },
    }),
    tipClosed: (state) => ({ ...state, tip: closed.tip }),
    unlockAsked: (state, unlock: UnlockTarget) => ({ ...state, unlock }),
    unlockClosed: (state) => ({ ...state, unlock: null }),
    privateShowAsked: (state, privateShow: PrivateShowOffer) => ({ ...state, privateShow }),
    privateShowClosed: (state) => ({ ...state, privateShow: null }),
    reportAsked: (state, report: ReportSubject) => ({ ...state, report }),
    reportClosed: (state) => ({ ...state, report: null }),
  },
  [hearing(signedOut, () => closed), hearing(sessionEnded, () => closed)],
);

/** A priced message was paid for: this is what it says to its buyer. Whoever shows its thread hears it. */
export const messageOpened = creatorOf<AnswerOf<'POST /wallet/charges/message/:id'>['item']>('dialogs/messageOpened');

export const {
  subscribeAsked,
  subscribeClosed,
  tipAsked,
  tipClosed,
  unlockAsked,
  unlockClosed,
  privateShowAsked,
  privateShowClosed,
  reportAsked,
  reportClosed,
} = slice.actions;
export const dialogsReducer = slice.reducer;
