/**
 * Hooks: functions of higher modules that lower modules call, so that no module imports one above it. `server/hooks.ts` provides
 * the implementations; the context passes them on.
 */
import type { FileRules } from '../content/entitlements/files';
import type { Context } from './context';
import type { FileHandlers } from './media/file-handlers';

export interface Hooks {
  /** Access rules of files, by the kind of what uses them. */
  readonly fileRules: Readonly<FileRules>;
  /** Handlers for the outcomes of conversions, by the same kind. */
  readonly fileHandlers: FileHandlers;
  /** A fan has subscribed: creates their conversation. */
  readonly subscribed: (tx: Context, fanId: string, performerId: string) => Promise<unknown>;
  /** The relation between two people changed: a subscription began or ended. */
  readonly relationChanged: (tx: Context, one: string, other: string) => Promise<void>;
  /** Orders of these charges were withheld or released. */
  readonly ordersWithheld: (tx: Context, chargeIds: readonly string[]) => Promise<void>;
  /** Access to a bought message was withheld or restored. */
  readonly messageChanged: (tx: Context, id: string, pair: { senderId: string; receiverId: string }) => Promise<unknown>;
}
