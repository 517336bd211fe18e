/** A coupon: validated when entered, and removable. The top-up redeems it. */
import { formatPercent } from '@web/lib/i18n/counts';
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { errorMessage } from '@web/lib/i18n/error-message';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { Button } from '@web/ui/actions/button';
import { TextField } from '@web/ui/forms/fields';
import { Form } from '@web/ui/forms/form';
import styles from './wallet.module.css';

export type Coupon = ResponseOf<'POST /coupons/:code/apply-coupon'>;

interface CouponFieldProps {
  coupon: Coupon | null;
  onCoupon: (coupon: Coupon | null) => void;
  disabled: boolean;
}

export function CouponField({ coupon, onCoupon, disabled }: CouponFieldProps) {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');

  const apply = async () => {
    if (code.trim() === '') {
      setError('Enter a coupon code.');
      return;
    }
    setBusy(true);
    setError('');
    try {
      onCoupon(await services.payments['POST /coupons/:code/apply-coupon']({ params: { code: code.trim() }, body: {} }));
      setCode('');
    } catch (thrown) {
      setError(errorMessage(thrown));
    } finally {
      setBusy(false);
    }
  };

  if (coupon !== null)
    return (
      <p className={styles.coupon} role="status">
        <span>
          Coupon <strong>{coupon.code}</strong>: {formatPercent(coupon.value, 2)} off
        </span>
        <Button size="small" disabled={disabled} onPress={() => onCoupon(null)}>
          Remove coupon
        </Button>
      </p>
    );
  return (
    <Form
      className={styles.couponForm}
      onSubmit={(event) => {
        event.preventDefault();
        void apply();
      }}
    >
      <TextField
        label="Coupon"
        optional
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={limits.couponCode.lengthMax}
        error={error}
        value={code}
        disabled={disabled}
        onChange={(event) => {
          setCode(event.target.value);
          setError('');
        }}
      />
      <Button type="submit" busy={busy} disabled={disabled}>
        Apply coupon
      </Button>
    </Form>
  );
}
