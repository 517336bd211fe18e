/** The fields of a new card: the gateway's own, or those of the sandbox. */
import dynamic from 'next/dynamic';
import type { Ref } from 'react';
import { useSettings } from '@web/session/store/hooks';
import { Skeleton } from '@web/ui/feedback/states';
import type { CardEntry } from './card-entry';
import { TestCardField } from './test-card-field';

const StripeCardField = dynamic(() => import('./stripe-card-field').then((loaded) => loaded.StripeCardField), {
  ssr: false,
  loading: () => <Skeleton shape="form" label="Loading the card form…" />,
});

interface CardFieldsProps {
  ref: Ref<CardEntry>;
  disabled?: boolean;
}

export function CardFields({ ref, disabled = false }: CardFieldsProps) {
  const { isSandbox } = useSettings();
  return isSandbox ? <TestCardField ref={ref} disabled={disabled} /> : <StripeCardField entry={ref} />;
}
