/** The open state of the payment and report dialogs. The shell mounts them once; any feature may open one. */
import { defaultSubscriptionType } from '@contract/kernel/conventions';
import type { ReportTarget } from '@contract/kernel/values/moderation';
import type { UnlockType } from '@contract/kernel/values/money';
import type { SubscriptionType } from '@contract/kernel/values/subscriptions';
import type { ResponseOf } from '@web/services/call';
import { sessionEnded, signedOut } from './auth.slice';
import { createAction, onAction, createSlice } from './slice';

export type Performer = ResponseOf<'GET /performers/:id'>;

/** The state of the subscription dialog. */
export interface SubscriptionModal {
  showModal: boolean;
  performer: Performer | null;
  subscriptionType: SubscriptionType;
}

/** The fields of a tip's recipient that the dialog needs. Profiles and list cards both have them. */
export type TipRecipient = Pick<Performer, '_id' | 'name' | 'username' | 'commissionRate'>;

export interface TipDialog {
  performer: TipRecipient | null;
  /** The preset amount, or null for the fan to choose. */
  price: number | null;
  /** The conversation that shows the tip, or null. */
  conversationId: string | null;
  /** The active show that shows the tip, or null. */
  show: TipShow | null;
}

/** A tip in a show. The price of an item of the tip menu is fixed. */
export interface TipShow {
  streamId: string;
  menuItem: { _id: string; title: string } | null;
}

/** An item for sale, as the purchase dialog shows it. */
export interface UnlockTarget {
  type: UnlockType | 'message' | 'stream' | 'ticket';
  id: string;
  title: string;
  /** In tokens. */
  price: number;
  performer: ResponseOf<'GET /user/feeds/:id'>['performer'];
  /** What the buyer gets, such as "12 photos". */
  contents: string;
  /** The page that guests return to after sign-in. */
  path: string;
  /** A subscription would unlock it too. */
  isInSubscription: boolean;
}

/** A performer's prices for private shows, from the profile. */
export type PrivateShowOffer = Pick<
  Performer,
  '_id' | 'name' | 'username' | 'commissionRate' | 'privateMinutePrice' | 'privateMinimumMinutes'
>;

/** What is reported, and its author. */
export interface ReportSubject {
  target: ReportTarget;
  id: string;
  /** The dialog's title: `Report this post`. */
  title: string;
  /** The author. The dialog offers to block them too. */
  person: { _id: string; name: string };
}

interface DialogsState {
  subscription: SubscriptionModal;
  tip: TipDialog;
  unlock: UnlockTarget | null;
  /** The performer of the requested private show. */
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

const slice = createSlice(
  'dialogs',
  closed,
  {
    subscribeDialogOpened: (state, request: { performer: Performer; subscriptionType?: SubscriptionType }) => ({
      ...state,
      subscription: { showModal: true, subscriptionType: defaultSubscriptionType, ...request },
    }),
    subscribeDialogClosed: (state) => ({ ...state, subscription: closed.subscription }),
    tipDialogOpened: (state, request: { performer: TipRecipient; price?: number | null; conversationId?: string; show?: TipShow }) => ({
      ...state,
      tip: { ...closed.tip, ...request },
    }),
    tipDialogClosed: (state) => ({ ...state, tip: closed.tip }),
    unlockDialogOpened: (state, unlock: UnlockTarget) => ({ ...state, unlock }),
    unlockDialogClosed: (state) => ({ ...state, unlock: null }),
    privateShowDialogOpened: (state, privateShow: PrivateShowOffer) => ({ ...state, privateShow }),
    privateShowDialogClosed: (state) => ({ ...state, privateShow: null }),
    reportDialogOpened: (state, report: ReportSubject) => ({ ...state, report }),
    reportDialogClosed: (state) => ({ ...state, report: null }),
  },
  [onAction(signedOut, () => closed), onAction(sessionEnded, () => closed)],
);

/** A paid message was unlocked. The payload is its content; the thread on screen replaces the message. */
export const messageUnlocked = createAction<ResponseOf<'POST /wallet/charges/message/:id'>['item']>('dialogs/messageUnlocked');

export const {
  subscribeDialogOpened,
  subscribeDialogClosed,
  tipDialogOpened,
  tipDialogClosed,
  unlockDialogOpened,
  unlockDialogClosed,
  privateShowDialogOpened,
  privateShowDialogClosed,
  reportDialogOpened,
  reportDialogClosed,
} = slice.actions;
export const dialogsReducer = slice.reducer;
