/** The actors that the log can be filtered by. */
import { useEndpoint } from '@web/services/use-endpoint';
import { useHasRight } from '@web/session/use-has-right';
import type { AuditEntry } from './requests';
import { language } from '@web/lib/i18n/words';

/**
 * The team, if the viewer may see it, and the actors on the page, who may have left the team. The selected actor is always included,
 * so that the select never shows a value without a label.
 */
export function useActors(entries: readonly AuditEntry[], chosen: string): { value: string; label: string }[] {
  const may = useHasRight();
  const { data } = useEndpoint('GET /admin/team', may('team.change') ? {} : null);
  const people = [...(data?.members ?? []).map(({ person }) => person), ...entries.flatMap(({ actor }) => actor ?? [])];
  const names = new Map(people.map(({ _id, name }) => [_id, name]));
  if (chosen !== '' && !names.has(chosen)) names.set(chosen, 'Not a team member');
  return [...names].map(([value, label]) => ({ value, label })).sort((one, other) => one.label.localeCompare(other.label, language()));
}
