/** Chooses one of the six layouts for a page. Pure; on the server for each request, and in the browser when settings change. */
import { layouts } from '@contract/kernel/values/appearance';
import type { LayoutName } from '@contract/kernel/values/appearance';
import type { CurrentUser } from '@web/services/current-user';

interface Situation {
  isInMaintenance: boolean;
  isCountryBlocked: boolean;
  pageLayout: string | undefined;
}

const isLayout = (name: string | undefined): name is LayoutName => layouts.some((layout) => layout === name);

/** Maintenance takes precedence over the country block, and both over the page's layout. An unknown name means primary. */
export function chooseLayout({ isInMaintenance, isCountryBlocked, pageLayout }: Situation): LayoutName {
  if (isInMaintenance) return 'maintenance';
  if (isCountryBlocked) return 'geoBlock';
  return isLayout(pageLayout) ? pageLayout : 'primary';
}

/** The situation of `viewer`. Operators bypass maintenance and the country block. */
export function situationOf(
  viewer: CurrentUser | null,
  settings: { maintenanceMode: boolean },
  country: { blocked: boolean },
  pageLayout: string | undefined,
): Situation {
  const bypasses = viewer?.role === 'operator';
  return { isInMaintenance: settings.maintenanceMode && !bypasses, isCountryBlocked: country.blocked && !bypasses, pageLayout };
}

/** The HTTP status of pages with this layout. */
export const layoutStatus: Partial<Record<LayoutName, number>> = { maintenance: 503, geoBlock: 451 };
