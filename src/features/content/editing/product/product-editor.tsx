/** `/creator/products/new` and `/creator/products/[id]`: a product's details, price and stock. */
import * as messages from '@contract/kernel/messages';
import type { ItemStatus } from '@contract/kernel/values/content';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { contentPath } from '@web/features/content/editing/shared/content-path';
import { useCurrentUser } from '@web/session/store/hooks';
import { formError } from '@web/lib/form-error';
import { serializeError, firstErrorMessage } from '@web/services/serialized-error';
import { showToast } from '@web/ui/feedback/toast-queue';
import { discardUploads, removeFinishedUploads, finishedUpload, detachUploads } from '@web/uploads/uploads';
import { readUploads } from '@web/uploads/upload-list';
import { useValueDraft } from '@web/forms/use-draft';
import { useIdempotencyKey } from '@web/forms/use-idempotency-key';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { useFocusFirstError } from '@web/ui/forms/use-first-error';
import { PeopleField } from '../shared/people-field';
import { ProductTypeField, ProductSalesFields, ProductTextFields } from './product-fields';
import { ProductFile, ProductPictures } from './product-files';
import { migrateStoredDraft, rebaseStock, validateProduct, productRequestBody, stockChange, valuesOfProduct } from './product-values';
import type { Product, ProductErrors, ProductValues } from './product-values';
import { editedId, ownItemRequest } from '../shared/requests';
import { pendingText } from '@web/lib/wording/consent-labels';
import { useUpdateSavedItem } from '../shared/use-saved';
import { VerifiedOnly } from '@web/session/verified-only';
import { Form } from '@web/ui/forms/form';
import styles from '../shared/editing.module.css';

export function ProductEditor() {
  const { query } = useRouter();
  const id = editedId(query);
  return (
    <>
      <PageHead title={id === null ? 'New product' : 'Edit product'} noindex />
      <VerifiedOnly>{id === null ? <ProductForm key="new" product={null} /> : <ExistingProductEditor key={id} id={id} />}</VerifiedOnly>
    </>
  );
}

function ExistingProductEditor({ id }: { id: string }) {
  const { data, error, mutate } = useEndpoint('GET /performer/performer-assets/products/:id/view', ownItemRequest(id), {
    revalidateOnFocus: false,
  });
  if (data) return <ProductForm product={data} />;
  return error ? (
    <ErrorState error={error} onRetry={() => void mutate()} />
  ) : (
    <Skeleton shape="form" count={4} label="Loading the product…" />
  );
}

const formKeyOf = (product: Product | null): string => `product:${product?._id ?? 'new'}`;
const fileKeyOf = (formKey: string): string => `${formKey}:file`;
const fileUpload = (formKey: string) => readUploads().find((upload) => upload.formKey === fileKeyOf(formKey));
/** Discards all uploads with these form keys. */
const discardUploadsOf = (...formKeys: string[]): void =>
  discardUploads(readUploads().flatMap(({ id, formKey }) => (formKeys.includes(formKey) ? [id] : [])));

function ProductForm({ product }: { product: Product | null }) {
  const formKey = formKeyOf(product);
  const href = `/creator/products/${product?._id ?? 'new'}`;
  const [values, change, removeDraft] = useProductDraft(formKey, product);
  const done = (saved: Product) => {
    // Until the page has changed, the stock change must not be sent a second time.
    change({ stock: saved.stock, stockSeen: saved.stock });
    removeDraft();
  };
  const clear = () => {
    discardUploadsOf(formKey, fileKeyOf(formKey));
    change(valuesOfProduct(product));
    removeDraft();
  };
  const { busy, fieldErrors, error, save } = useSaveProduct({ product, formKey, values, onSaved: done });
  const form = useFocusFirstError(fieldErrors);
  return (
    <Form
      ref={form}
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        void save('active');
      }}
    >
      <ProductPictures
        formKey={formKey}
        href={href}
        images={values.images}
        error={fieldErrors.images}
        onChange={(images) => change({ images })}
      />
      <ProductTextFields values={values} fieldErrors={fieldErrors} onChange={change} />
      <ProductTypeField values={values} isFixed={product !== null} onChange={change} />
      {values.type === 'digital' ? (
        <ProductFile formKey={fileKeyOf(formKey)} href={href} stored={product?.digitalFile ?? null} error={fieldErrors.file} />
      ) : null}
      <PeopleField terms={values} stored={product?.people} onChange={change} />
      <ProductSalesFields values={values} fieldErrors={fieldErrors} onChange={change} />
      {error === null ? null : <Notice tone="danger">{error}</Notice>}
      <Actions product={product} busy={busy} onSave={(status) => void save(status)} onClear={clear} onDeleted={removeDraft} />
    </Form>
  );
}

/** The stored draft of a product; its stock starts from the API's current value, because items may have sold. */
function useProductDraft(formKey: string, product: Product | null) {
  const [storedValues, changeStored, removeDraft] = useValueDraft(formKey, valuesOfProduct(product), (draft) =>
    migrateStoredDraft(product, draft),
  );
  const values = product === null ? storedValues : rebaseStock(storedValues, product.stock);
  const { stock, stockSeen } = values;
  const change = (next: Partial<ProductValues>) => changeStored(values === storedValues ? next : { stock, stockSeen, ...next });
  return [values, change, removeDraft] as const;
}

interface SaveProductProps {
  product: Product | null;
  formKey: string;
  values: ProductValues;
  onSaved: (saved: Product) => void;
}

const savedMessages: Record<ItemStatus, string> = { active: 'Product published', draft: 'Draft saved', inactive: 'Product unpublished' };

function useSaveProduct({ product, formKey, values, onSaved }: SaveProductProps) {
  const openStore = useOpenStore();
  const updateCaches = useUpdateSavedItem('GET /performer/performer-assets/products/search');
  const idempotency = useIdempotencyKey();
  const [busy, setBusy] = useState(false);
  const [fieldErrors, setFieldErrors] = useState<ProductErrors>({});
  const [error, setError] = useState<string | null>(null);

  const save = async (status: ItemStatus): Promise<void> => {
    if (busy) return;
    const upload = values.type === 'digital' ? fileUpload(formKey) : undefined;
    const digitalFile = upload === undefined ? null : finishedUpload(upload.id);
    const found = validateProduct(values, status, (product?.digitalFile ?? null) !== null || upload !== undefined);
    if (upload !== undefined && digitalFile === null) found.file = 'The file isn’t uploaded yet. Wait, retry or remove it.';
    setFieldErrors(found);
    setError(formError(found));
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const files = { image: undefined, digitalFile: digitalFile ?? undefined };
      const { stock, ...form } = productRequestBody(values, status);
      const body = product === null ? { ...form, stock } : { ...form, ...stockChange(values.stockSeen, values.stock) };
      const options = { idempotencyKey: idempotency.keyOf([body, files]) };
      const saved =
        product === null
          ? await services.products['POST /performer/performer-assets/products']({ files, body: { ...body, type: values.type } }, options)
          : await services.products['PUT /performer/performer-assets/products/:id']({ params: { id: product._id }, files, body }, options);
      idempotency.done();
      if (upload !== undefined) detachUploads([upload.id]);
      removeFinishedUploads(formKey);
      // If the type was changed to physical, the uploaded file is discarded.
      discardUploadsOf(fileKeyOf(formKey));
      onSaved(saved);
      updateCaches(saved);
      showToast({ tone: 'ok', text: pendingText(saved.state) ?? (status === product?.status ? messages.saved : savedMessages[status]) });
      openStore();
    } catch (thrown) {
      setError(firstErrorMessage(serializeError(thrown, messages.saveFailed)));
    } finally {
      setBusy(false);
    }
  };
  return { busy, fieldErrors, error, save };
}

/** Opens the owner's list of products. */
function useOpenStore(): () => void {
  const router = useRouter();
  const user = useCurrentUser();
  return () => {
    if (user) void router.push(contentPath(user, 'store'));
  };
}

interface ActionsProps {
  product: Product | null;
  busy: boolean;
  onSave: (status: ItemStatus) => void;
  onClear: () => void;
  onDeleted: () => void;
}

function Actions({ product, busy, onSave, onClear, onDeleted }: ActionsProps) {
  const [isConfirming, setConfirming] = useState(false);
  const status = product?.status ?? 'draft';
  return (
    <div className={styles.actions}>
      <Button type="submit" kind="primary" busy={busy}>
        {status === 'active' ? 'Save changes' : 'Publish'}
      </Button>
      {status === 'draft' ? (
        <Button busy={busy} onPress={() => onSave('draft')}>
          Save draft
        </Button>
      ) : null}
      {status === 'inactive' ? (
        <Button busy={busy} onPress={() => onSave('inactive')}>
          Save changes
        </Button>
      ) : null}
      {status === 'active' ? (
        <Button busy={busy} onPress={() => onSave('inactive')}>
          Unpublish
        </Button>
      ) : null}
      <Button kind="quiet" onPress={onClear}>
        {product === null ? 'Start over' : 'Discard changes'}
      </Button>
      {product === null ? null : (
        <>
          <Button kind="danger" onPress={() => setConfirming(true)}>
            Delete
          </Button>
          {isConfirming ? <DeleteDialog product={product} onDeleted={onDeleted} onClose={() => setConfirming(false)} /> : null}
        </>
      )}
    </div>
  );
}

interface DeleteDialogProps {
  product: Product;
  onDeleted: () => void;
  onClose: () => void;
}

function DeleteDialog({ product, onDeleted, onClose }: DeleteDialogProps) {
  const openStore = useOpenStore();
  const formKey = formKeyOf(product);
  const updateCaches = useUpdateSavedItem('GET /performer/performer-assets/products/search');
  const remove = async () => {
    await services.products['DELETE /performer/performer-assets/products/:id']({ params: { id: product._id } });
    discardUploadsOf(formKey, fileKeyOf(formKey));
    onDeleted();
    updateCaches(product);
    showToast({ tone: 'ok', text: 'Product deleted' });
    openStore();
  };
  return (
    <ConfirmDialog
      open
      title={`Delete “${product.name}”?`}
      consequence={
        <>
          It’s removed from your store, along with its likes and comments.
          {product.type === 'digital' ? ' Fans who bought the file keep it.' : ''} This can’t be undone. To keep a copy, unpublish it
          instead.
        </>
      }
      actionLabel="Delete product"
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
