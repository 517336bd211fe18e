/** The fields of a product: name, type, price and stock. The performer's share is shown beside the price. */
import * as limits from '@contract/kernel/limits';
import { productTypes } from '@contract/kernel/values/store';
import type { ProductType } from '@contract/kernel/values/store';
import { productTypeLabels } from '@web/lib/wording/product-labels';
import { NetAmount } from '@web/checkout/receives';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { AmountField, TextAreaField } from '@web/ui/forms/fields';
import { Radios } from '@web/ui/forms/radios';
import { Stepper } from '@web/ui/forms/stepper';
import { initialStock } from './product-values';
import type { ProductErrors, ProductValues } from './product-values';
import { priceRange } from '../shared/terms';
import { TitledFields } from '../shared/titled-fields';
import styles from '../shared/editing.module.css';

interface ProductFieldsProps {
  values: ProductValues;
  fieldErrors: ProductErrors;
  onChange: (next: Partial<ProductValues>) => void;
}

export function ProductTextFields({ values, fieldErrors, onChange }: ProductFieldsProps) {
  return (
    <TitledFields
      label="Name"
      values={{ title: values.name, description: values.description }}
      fieldErrors={{ title: fieldErrors.name }}
      onChange={({ title, ...next }) => onChange({ ...next, ...(title !== undefined && { name: title }) })}
    />
  );
}

const typeNotes: Record<ProductType, string> = {
  physical: 'You ship it to the address on each order.',
  digital: 'A file that buyers can download right away.',
};
const typeOptions = productTypes.map((value) => ({ value, label: productTypeLabels[value], note: typeNotes[value] }));

/** A product's type cannot change after creation. */
export function ProductTypeField({ values, isFixed, onChange }: Pick<ProductFieldsProps, 'values' | 'onChange'> & { isFixed: boolean }) {
  if (isFixed) {
    return (
      <p className={styles.quiet}>
        {productTypeLabels[values.type]}: {typeNotes[values.type].charAt(0).toLowerCase() + typeNotes[values.type].slice(1)} You can’t
        change this after the product is created.
      </p>
    );
  }
  return (
    <Radios
      label="Product type"
      options={typeOptions}
      value={values.type}
      onChange={(value) => {
        const type = productTypes.find((known) => known === value) ?? 'physical';
        onChange({ type, stock: initialStock[type] });
      }}
    />
  );
}

export function ProductSalesFields({ values, fieldErrors, onChange }: ProductFieldsProps) {
  const { type, price, stock, deliveryNote } = values;
  return (
    <section className={styles.part} aria-label="Price and stock">
      <div className={styles.price}>
        <AmountField
          label="Price"
          unit="tokens"
          hint={priceRange()}
          error={fieldErrors.price}
          value={price}
          onChange={(event) => onChange({ price: event.target.value })}
        />
        <NetAmount text={price} />
      </div>
      {type === 'digital' ? (
        <SwitchField
          label="Unlimited"
          hint="Turn off to set a limit."
          checked={stock === null}
          onChange={(event) => onChange({ stock: event.target.checked ? null : 1 })}
        />
      ) : null}
      {stock === null ? null : (
        <Stepper
          label="In stock"
          hint="Goes down with each order. At 0, the product is sold out."
          value={stock}
          min={0}
          max={limits.stockMax}
          onChange={(next) => onChange({ stock: next })}
        />
      )}
      {type === 'physical' ? (
        <TextAreaField
          label="Delivery info"
          optional
          rows={3}
          hint="How and when you ship it, for example “Ships worldwide within 3 days”."
          maxLength={limits.deliveryNoteLengthMax}
          value={deliveryNote}
          onChange={(event) => onChange({ deliveryNote: event.target.value })}
        />
      ) : null}
    </section>
  );
}
