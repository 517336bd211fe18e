/** The pictures of a product, the first of which is the cover; and the file that buyers of a digital product get. */
import * as limits from '@contract/kernel/limits';
import { services } from '@web/services/services';
import { discardUploads, startUpload } from '@web/uploads/uploads';
import { useUploads } from '@web/uploads/upload-list';
import type { StoredFile } from '@web/uploads/upload-list';
import { UploadProgressRow, StoredFileRow } from '@web/uploads/upload-rows';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { FilePicker } from '../shared/file-pick';
import type { Medium } from '@web/uploads/media-list';
import { MediaRows } from '../shared/media-rows';
import { useEditorMedia } from '@web/uploads/use-editor-media';
import styles from '../shared/editing.module.css';

interface ProductPicturesProps {
  formKey: string;
  href: string;
  images: Medium[];
  error: string | undefined;
  onChange: (images: Medium[]) => void;
}

export function ProductPictures({ formKey, href, images, error, onChange }: ProductPicturesProps) {
  const { uploads, send } = useEditorMedia({ formKey, href, media: images, onChange });
  return (
    <section className={styles.part} aria-label="Photos">
      <h2 className={styles.partTitle}>Photos</h2>
      <p className={styles.quiet}>Up to {limits.productImagesMax} photos. The first is shown in lists.</p>
      <MediaRows label="Photos in order" media={images} uploads={uploads} onChange={onChange} />
      <FilePicker
        label="Add photos"
        type="product-image"
        countMax={limits.productImagesMax - images.length}
        onFiles={(files) =>
          send(files, 'product-image', (image, options) =>
            services.products['POST /performer/performer-assets/products/images/upload']({ files: { image } }, options),
          )
        }
      />
      {error === undefined ? null : (
        <Notice tone="danger" isFormError>
          {error}
        </Notice>
      )}
    </section>
  );
}

interface ProductFileProps {
  formKey: string;
  href: string;
  /** The current file for buyers. */
  stored: StoredFile | null;
  error: string | undefined;
}

/** The upload starts when a file is selected. Saving a digital product attaches the file; saving a physical one discards it. */
export function ProductFile({ formKey, href, stored, error }: ProductFileProps) {
  const uploads = useUploads().filter((upload) => upload.formKey === formKey);
  const start = ([file]: File[]) => {
    if (file) startUpload({ file, type: 'product-digital', formKey, href });
  };
  return (
    <section className={styles.part} aria-label="File">
      <h2 className={styles.partTitle}>File</h2>
      <StoredFileRow file={stored} />
      {uploads.map((upload) => (
        <div key={upload.id} className={styles.row}>
          <UploadProgressRow upload={upload} />
          <div className={styles.rowActions}>
            <Button size="small" kind="quiet" onPress={() => discardUploads([upload.id])}>
              Remove {upload.name}
            </Button>
          </div>
        </div>
      ))}
      {uploads.length === 0 ? (
        <FilePicker label={stored === null ? 'Add file' : 'Replace file'} type="product-digital" countMax={1} onFiles={start} />
      ) : null}
      {error === undefined ? null : (
        <Notice tone="danger" isFormError>
          {error}
        </Notice>
      )}
    </section>
  );
}
