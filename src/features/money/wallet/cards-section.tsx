/** The cards in the account settings: the same list as in the wallet. */
import { FormSection } from '@web/ui/forms/form-section';
import { CardsList } from './cards-list';

export function CardsSection() {
  return (
    <FormSection title="Cards" description="They top up your wallet and pay for subscriptions. Numbers are kept by the gateway alone.">
      <CardsList />
    </FormSection>
  );
}
