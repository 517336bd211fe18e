/** `/creator/products/new` and `/creator/products/[id]`: what is sold, for how much, and how many there are. */
import { messages } from '@contract/kernel/errors';
import type { ItemStatus } from '@contract/values';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { contentPath } from '@web/features/content/editing/shared/content-path';
import { useCurrentUser } from '@web/session/store/hooks';
import { formProblem } from '@web/lib/form-problem';
import { problemOf, sentenceOf } from '@web/session/problem';
import { showToast } from '@web/ui/feedback/toast-queue';
import { dropUploads, releaseUploads, sentUpload, uploadsTaken } from '@web/uploads/uploads';
import { readUploads } from '@web/uploads/upload-list';
import { useValueDraft } from '@web/forms/use-draft';
import { useWishKey } from '@web/session/use-wish-key';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { Fault, Skeleton } from '@web/ui/feedback/states';
import { useFirstFault } from '@web/ui/use-first-fault';
import { ProductKind, ProductTerms, ProductWords } from './product-fields';
import { ProductFile, ProductPictures } from './product-files';
import { keptValues, onStock, productFaults, productForm, stockChange, valuesOfProduct } from './product-values';
import type { Product, ProductFaults, ProductValues } from './product-values';
import { editedAt, ownRead } from '../../../editing/reads';
import { useSaved } from '../../../editing/use-saved';
import { VerifiedOnly } from '@web/session/verified-only';
import styles from '../shared/editing.module.css';

export function ProductEditor() {
  const { query } = useRouter();
  const id = editedAt(query);
  return (
    <>
      <PageHead title={id === null ? 'New product' : 'Edit product'} noindex />
      <VerifiedOnly>{id === null ? <Editor key="new" product={null} /> : <Existing key={id} id={id} />}</VerifiedOnly>
    </>
  );
}

function Existing({ id }: { id: string }) {
  const { data, error, mutate } = useEndpoint('GET /performer/performer-assets/products/:id/view', ownRead(id), {
    revalidateOnFocus: false,
  });
  if (data) return <Editor product={data} />;
  return error ? <Fault error={error} onRetry={() => void mutate()} /> : <Skeleton shape="form" count={4} label="Loading the product…" />;
}

const placeOf = (product: Product | null): string => `product:${product?._id ?? 'new'}`;
const filePlaceOf = (place: string): string => `${place}:file`;
const fileUpload = (place: string) => readUploads().find((upload) => upload.place === filePlaceOf(place));
/** Forgets what was sent for a place and nothing has taken. */
const dropUploadsOf = (...places: string[]): void =>
  dropUploads(readUploads().flatMap(({ id, place }) => (places.includes(place) ? [id] : [])));

function Editor({ product }: { product: Product | null }) {
  const place = placeOf(product);
  const href = `/creator/products/${product?._id ?? 'new'}`;
  const [values, change, forget] = useProductDraft(place, product);
  const done = (saved: Product) => {
    // Until the page has changed, what was changed of the stock is not to be sent once more.
    change({ stock: saved.stock, stockSeen: saved.stock });
    forget();
  };
  const clear = () => {
    dropUploadsOf(place, filePlaceOf(place));
    change(valuesOfProduct(product));
    forget();
  };
  const { busy, faults, problem, save } = useSaving({ product, place, values, onSaved: done });
  const form = useFirstFault(faults);
  return (
    <form
      ref={form}
      noValidate
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        void save('active');
      }}
    >
      <ProductPictures place={place} href={href} images={values.images} fault={faults.images} onChange={(images) => change({ images })} />
      <ProductWords values={values} faults={faults} onChange={change} />
      <ProductKind values={values} isFixed={product !== null} onChange={change} />
      {values.type === 'digital' ? (
        <ProductFile place={filePlaceOf(place)} href={href} stored={product?.digitalFile ?? null} fault={faults.file} />
      ) : null}
      <ProductTerms values={values} faults={faults} onChange={change} />
      {problem === null ? null : <Notice tone="danger">{problem}</Notice>}
      <Actions product={product} busy={busy} onSave={(status) => void save(status)} onClear={clear} onDeleted={forget} />
    </form>
  );
}

/** What is written of a product, kept; its stock goes on from what the host says now, since it is sold meanwhile. */
function useProductDraft(place: string, product: Product | null) {
  const [kept, changeKept, forget] = useValueDraft(place, valuesOfProduct(product), (draft) => keptValues(product, draft));
  const values = product === null ? kept : onStock(kept, product.stock);
  const { stock, stockSeen } = values;
  const change = (next: Partial<ProductValues>) => changeKept(values === kept ? next : { stock, stockSeen, ...next });
  return [values, change, forget] as const;
}

interface SavingProps {
  product: Product | null;
  place: string;
  values: ProductValues;
  onSaved: (saved: Product) => void;
}

const saidOf: Record<ItemStatus, string> = { active: 'Product published', draft: 'Draft saved', inactive: 'Product hidden' };

function useSaving({ product, place, values, onSaved }: SavingProps) {
  const toStore = useWayToStore();
  const keep = useSaved('GET /performer/performer-assets/products/search');
  const wish = useWishKey();
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<ProductFaults>({});
  const [problem, setProblem] = useState<string | null>(null);

  const save = async (status: ItemStatus): Promise<void> => {
    if (busy) return;
    const upload = values.type === 'digital' ? fileUpload(place) : undefined;
    const digitalFile = upload === undefined ? null : sentUpload(upload.id);
    const found = productFaults(values, status, (product?.digitalFile ?? null) !== null || upload !== undefined);
    if (upload !== undefined && digitalFile === null) found.file = 'The file is not sent yet. Wait, send it again, or remove it.';
    setFaults(found);
    setProblem(formProblem(found));
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const files = { image: undefined, digitalFile: digitalFile ?? undefined };
      const { stock, ...form } = productForm(values, status);
      const body = product === null ? { ...form, stock } : { ...form, ...stockChange(values.stockSeen, values.stock) };
      const options = { idempotencyKey: wish.keyOf([body, files]) };
      const saved =
        product === null
          ? await services.products['POST /performer/performer-assets/products']({ files, body: { ...body, type: values.type } }, options)
          : await services.products['PUT /performer/performer-assets/products/:id']({ params: { id: product._id }, files, body }, options);
      wish.done();
      if (upload !== undefined) uploadsTaken([upload.id]);
      releaseUploads(place);
      // What was sent for a file while it was to be digital is of no use to it.
      dropUploadsOf(filePlaceOf(place));
      onSaved(saved);
      keep(saved);
      showToast({ tone: 'ok', text: status === product?.status ? messages.saved : saidOf[status] });
      toStore();
    } catch (thrown) {
      setProblem(sentenceOf(problemOf(thrown, messages.saveFailed)));
    } finally {
      setBusy(false);
    }
  };
  return { busy, faults, problem, save };
}

/** To the owner's list of what she sells. */
function useWayToStore(): () => void {
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
  const [isAsked, setAsked] = useState(false);
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
          Hide
        </Button>
      ) : null}
      <Button kind="quiet" onPress={onClear}>
        {product === null ? 'Start over' : 'Undo my changes'}
      </Button>
      {product === null ? null : (
        <>
          <Button kind="danger" onPress={() => setAsked(true)}>
            Delete
          </Button>
          {isAsked ? <DeleteDialog product={product} onDeleted={onDeleted} onClose={() => setAsked(false)} /> : null}
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
  const toStore = useWayToStore();
  const place = placeOf(product);
  const keep = useSaved('GET /performer/performer-assets/products/search');
  const remove = async () => {
    await services.products['DELETE /performer/performer-assets/products/:id']({ params: { id: product._id } });
    dropUploadsOf(place, filePlaceOf(place));
    onDeleted();
    keep(product);
    showToast({ tone: 'ok', text: 'Product deleted' });
    toStore();
  };
  return (
    <ConfirmDialog
      open
      title={`Delete “${product.name}”?`}
      consequence={
        <>
          It is gone from your store, with likes and comments.
          {product.type === 'digital' ? ' Whoever bought its file keeps it.' : ''} This cannot be undone; hiding can.
        </>
      }
      verb="Delete product"
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
