/** The stock of a product, edited in place; and what prevents sales. */
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { errorMessage } from '@web/lib/i18n/error-message';
import { stockLabel } from '@web/lib/wording/product-labels';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { runInOrder, isPending } from '@web/lib/in-order';
import { showToast } from '@web/ui/feedback/toast-queue';
import { StateMark } from '@web/ui/feedback/state-mark';
import { Stepper } from '@web/ui/forms/stepper';
import styles from './content.module.css';

export type Product = ResponseOf<'GET /performer/performer-assets/products/search'>['data'][number];

/** The `files` of a request that changes no files. */
export const unchangedFiles = { image: undefined, digitalFile: undefined };

export function ProductStock({ product, onChanged }: { product: Product; onChanged: () => Promise<unknown> }) {
  const { _id: id, name, stock } = product;
  const [optimisticStock, setOptimisticStock] = useState<number | null>(null);
  const shown = optimisticStock ?? stock;
  /** Shown optimistically, sent in the order of the taps, and as a difference, so that sales in the meantime count. */
  const change = async (next: number) => {
    const key = `stock ${id}`;
    setOptimisticStock(next);
    try {
      await runInOrder(key, () =>
        services.products['PUT /performer/performer-assets/products/:id']({
          params: { id },
          files: unchangedFiles,
          body: { stockBy: next - (shown ?? 0) },
        }),
      );
    } catch (thrown) {
      showToast({ tone: 'danger', text: errorMessage(thrown) });
    }
    if (isPending(key)) return;
    await onChanged();
    setOptimisticStock(null);
  };
  return (
    <div className={styles.state}>
      {shown === null ? (
        'Unlimited'
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
      <StockTags product={product} stock={shown} />
    </div>
  );
}

function StockTags({ product: { type, digitalFile }, stock }: { product: Product; stock: number | null }) {
  const label = stockLabel({ stock });
  return (
    <>
      {label === null ? null : <StateMark tone={stock === 0 ? 'danger' : 'warn'}>{stock === 0 ? label : `Low: ${label}`}</StateMark>}
      {type === 'digital' && digitalFile === null ? <StateMark tone="danger">File missing</StateMark> : null}
    </>
  );
}
