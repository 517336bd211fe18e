/** Whom the log can be narrowed to. */
import { useEndpoint } from '@web/services/use-endpoint';
import { useMay } from '@web/session/use-may';
import type { Entry } from './requests';
import { language } from '@web/lib/i18n/words';

/**
 * The team, for who may see it; those whose entries are on the page, who may have left it; and whoever is chosen, so that the choice
 * never stands there without words.
 */
export function useActors(entries: readonly Entry[], chosen: string): { value: string; label: string }[] {
  const may = useMay();
  const { data } = useEndpoint('GET /admin/team', may('team.change') ? {} : null);
  const people = [...(data?.members ?? []).map(({ person }) => person), ...entries.flatMap(({ actor }) => actor ?? [])];
  const names = new Map(people.map(({ _id, name }) => [_id, name]));
  if (chosen !== '' && !names.has(chosen)) names.set(chosen, 'Somebody who is not in the team');
  return [...names].map(([value, label]) => ({ value, label })).sort((one, other) => one.label.localeCompare(other.label, language()));
}
