/** /wallet/cards. */
import { PageHead } from '@web/ui/page/page-head';
import { CardsList } from './cards-list';

export function CardsScreen() {
  return (
    <>
      <PageHead title="Cards" back={{ href: '/wallet', label: 'Back to wallet' }} noindex />
      <CardsList />
    </>
  );
}
