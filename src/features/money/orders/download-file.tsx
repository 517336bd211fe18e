/** The file of a digital order, and its number of downloads. */
import { services } from '@web/services/services';
import { useUpdateCached } from '@web/services/use-update-cached';
import { useProductDownload } from '@web/checkout/use-product-download';
import { Button } from '@web/ui/actions/button';
import { DownloadIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import type { Order } from './order-labels';
import styles from './orders.module.css';

const formatDownloadCount = (count: number): string =>
  count === 0 ? 'Not downloaded yet.' : `Downloaded ${count === 1 ? 'once' : `${String(count)} times`}.`;

export function DownloadFile({ order: { _id: id, product, totalDownloads } }: { order: Order }) {
  const updateCached = useUpdateCached();
  const { busy, errorText, download } = useProductDownload(product._id);
  const downloadAndReload = async () => {
    await download();
    // The count or the order may have changed: the order is reloaded.
    const fresh = await services.orders['GET /orders/:id']({ params: { id } }).catch(() => null);
    if (fresh !== null) updateCached(id, () => fresh);
  };
  return (
    <div className={styles.download}>
      <Button
        kind="primary"
        icon={<DownloadIcon />}
        busy={busy}
        aria-label={`Download ${product.name}`}
        onPress={() => void downloadAndReload()}
      >
        Download
      </Button>
      <span className={styles.quiet}>
        {formatDownloadCount(totalDownloads)} The download link is only for you and expires after a few minutes.
      </span>
      {errorText === null ? null : <Notice tone="danger">{errorText}</Notice>}
    </div>
  );
}
