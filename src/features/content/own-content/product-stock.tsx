/** How many pieces of a product are left, changed where it is read; and what keeps it from being bought. */
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { errorMessage } from '@web/lib/i18n/error-message';
import { stockWords } from '@web/lib/wording/product-labels';
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import { inOrder, isUnderWay } from '@web/session/in-order';
import { showToast } from '@web/ui/feedback/toast-queue';
import { StateMark } from '@web/ui/feedback/state-mark';
import { Stepper } from '@web/ui/forms/stepper';
import styles from './content.module.css';

export type Product = AnswerOf<'GET /performer/performer-assets/products/search'>['data'][number];

/** A change that leaves all files as they are. */
export const unchangedFiles = { image: undefined, digitalFile: undefined };

export function ProductStock({ product, onChanged }: { product: Product; onChanged: () => Promise<unknown> }) {
  const { _id: id, name, stock } = product;
  const [wanted, setWanted] = useState<number | null>(null);
  const shown = wanted ?? stock;
  /** Shown at once, sent in the order of the taps, and as so many more or fewer: what is sold meanwhile stays sold. */
  const change = async (next: number) => {
    const key = `stock ${id}`;
    setWanted(next);
    try {
      await inOrder(key, () =>
        services.products['PUT /performer/performer-assets/products/:id']({
          params: { id },
          files: unchangedFiles,
          body: { stockBy: next - (shown ?? 0) },
        }),
      );
    } catch (thrown) {
      showToast({ tone: 'danger', text: errorMessage(thrown) });
    }
    if (isUnderWay(key)) return;
    await onChanged();
    setWanted(null);
  };
  return (
    <div className={styles.state}>
      {shown === null ? (
        'Endless'
      ) : (
        <Stepper
          label={`Stock of ${name}`}
          labelHidden
          value={shown}
          min={0}
          max={limits.stockMax}
          onChange={(next) => void change(next)}
        />
      )}
      <Marks product={product} stock={shown} />
    </div>
  );
}

function Marks({ product: { type, digitalFile }, stock }: { product: Product; stock: number | null }) {
  const words = stockWords({ stock });
  return (
    <>
      {words === null ? null : <StateMark tone={stock === 0 ? 'danger' : 'warn'}>{stock === 0 ? words : `Low: ${words}`}</StateMark>}
      {type === 'digital' && digitalFile === null ? <StateMark tone="danger">File missing</StateMark> : null}
    </>
  );
}
