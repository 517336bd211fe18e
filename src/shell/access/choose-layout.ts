/** Which of the six layouts stands around a page. Pure; decided on the server for each request, again when settings change. */
import { layouts } from '@contract/values';
import type { LayoutName } from '@contract/values';
import type { CurrentUser } from '@web/session/intents';

interface Situation {
  isInMaintenance: boolean;
  isCountryBlocked: boolean;
  /** What the page asks for. */
  named: string | undefined;
}

const isLayout = (name: string | undefined): name is LayoutName => layouts.some((layout) => layout === name);

/** Maintenance before the country block, both before what the page names; an unknown name means primary. */
export function chooseLayout({ isInMaintenance, isCountryBlocked, named }: Situation): LayoutName {
  if (isInMaintenance) return 'maintenance';
  if (isCountryBlocked) return 'geoBlock';
  return isLayout(named) ? named : 'primary';
}

/** The situation as it is for `viewer`: operators pass through both closed doors. */
export function situationOf(
  viewer: CurrentUser | null,
  settings: { maintenanceMode: boolean },
  country: { blocked: boolean },
  named: string | undefined,
): Situation {
  const passes = viewer?.role === 'operator';
  return { isInMaintenance: settings.maintenanceMode && !passes, isCountryBlocked: country.blocked && !passes, named };
}

/** Of a page under this layout. */
export const layoutStatus: Partial<Record<LayoutName, number>> = { maintenance: 503, geoBlock: 451 };
