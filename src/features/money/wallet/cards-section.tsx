/** The cards in the account settings: the same list as in the wallet. */
import { FormSection } from '@web/ui/forms/form-section';
import { CardsList } from './cards-list';

export function CardsSection() {
  return (
    <FormSection
      title="Cards"
      description="Use cards to top up your wallet and pay for subscriptions. Only our payment provider stores the card numbers."
    >
      <CardsList />
    </FormSection>
  );
}
