/** The page of a private show with what it borrows of the wallet: parts of two features that meet here. */
import { ShowScreen } from '@web/features/private-shows/show-screen';
import { walletParts } from '@web/features/wallet/parts';

export function PrivateShow() {
  return <ShowScreen parts={walletParts} />;
}
