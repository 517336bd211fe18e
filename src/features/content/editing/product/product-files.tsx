/** The pictures of a product, the first of which stands for it; and the file that buyers of a digital one get. */
import * as limits from '@contract/kernel/limits';
import { services } from '@web/services/services';
import { dropUploads, startUpload } from '@web/uploads/uploads';
import { useUploads } from '@web/uploads/upload-list';
import type { StoredFile } from '@web/uploads/upload-list';
import { OneUpload, StoredRow } from '@web/uploads/upload-rows';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { FilePick } from '../shared/file-pick';
import type { Medium } from '@web/uploads/media-list';
import { MediaRows } from '../shared/media-rows';
import { usePlaceMedia } from '@web/uploads/use-editor-media';
import styles from '../shared/editing.module.css';

interface ProductPicturesProps {
  place: string;
  href: string;
  images: Medium[];
  fault: string | undefined;
  onChange: (images: Medium[]) => void;
}

export function ProductPictures({ place, href, images, fault, onChange }: ProductPicturesProps) {
  const { uploads, send } = usePlaceMedia({ place, href, media: images, onChange });
  return (
    <section className={styles.part} aria-label="Pictures">
      <h2 className={styles.partTitle}>Pictures</h2>
      <p className={styles.quiet}>Up to {limits.productImagesMax}. The first one is what people see in lists.</p>
      <MediaRows label="Pictures in their order" media={images} uploads={uploads} onChange={onChange} />
      <FilePick
        label="Add pictures"
        type="product-image"
        countMax={limits.productImagesMax - images.length}
        onFiles={(files) =>
          send(files, 'product-image', (image, options) =>
            services.products['POST /performer/performer-assets/products/images/upload']({ files: { image } }, options),
          )
        }
      />
      {fault === undefined ? null : (
        <Notice tone="danger" isFault>
          {fault}
        </Notice>
      )}
    </section>
  );
}

interface ProductFileProps {
  place: string;
  href: string;
  /** What buyers get now. */
  stored: StoredFile | null;
  fault: string | undefined;
}

/** Sent in pieces as soon as it is chosen; taken by the product when that is saved as a digital one, and forgotten when as another. */
export function ProductFile({ place, href, stored, fault }: ProductFileProps) {
  const uploads = useUploads().filter((upload) => upload.place === place);
  const start = ([file]: File[]) => {
    if (file) startUpload({ file, type: 'product-digital', place, href });
  };
  return (
    <section className={styles.part} aria-label="File">
      <h2 className={styles.partTitle}>File</h2>
      <StoredRow file={stored} />
      {uploads.map((upload) => (
        <div key={upload.id} className={styles.row}>
          <OneUpload upload={upload} />
          <div className={styles.rowActions}>
            <Button size="small" kind="quiet" onPress={() => dropUploads([upload.id])}>
              Remove {upload.name}
            </Button>
          </div>
        </div>
      ))}
      {uploads.length === 0 ? (
        <FilePick label={stored === null ? 'Add file' : 'Replace file'} type="product-digital" countMax={1} onFiles={start} />
      ) : null}
      {fault === undefined ? null : (
        <Notice tone="danger" isFault>
          {fault}
        </Notice>
      )}
    </section>
  );
}
