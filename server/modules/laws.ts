/** Every law of the books: the ledger's own, and those that modules add over their tables. */
import { ledgerLaws } from '../ledger/laws';
import type { Law } from '../ledger/check';

export const laws: readonly Law[] = [...ledgerLaws];
